# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, driven over its debugging pipe; nothing but the file is loaded."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


SECONDS = 120  # for an answer, on a machine with other load


def find():
    """The path of Chromium, or its name if it is not there."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), names[0])


class Page:
    """A tab. `errors` collects exceptions, console errors and loads other than the file."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="browser-")
        to_read, self.out = os.pipe()
        self.into, to_write = os.pipe()
        self.errors, self.number, self.session, self.rest = [], 0, None, b""

        def wire():
            # Chromium reads descriptor 3 and writes descriptor 4.
            high = [os.dup2(to_read, 20), os.dup2(to_write, 21)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--hide-scrollbars", f"--user-data-dir={self.profile}", "--remote-debugging-pipe",
             "about:blank"],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        try:
            self.attach()
        except Exception:
            self.__exit__()
            raise

    def first_page(self):
        """The tab of the command line, which the browser may open after its first answers."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for target in self.call("Target.getTargets")["targetInfos"]:
                if target["type"] == "page":
                    return target["targetId"]
            time.sleep(0.05)
        raise RuntimeError(f"the browser has opened no page within {SECONDS} s")

    def attach(self):
        target = self.first_page()
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.rest:
            if not select.select([self.into], [], [], SECONDS)[0]:
                raise RuntimeError(f"the browser has said nothing for {SECONDS} s")
            data = os.read(self.into, 1 << 16)
            if not data:
                raise RuntimeError("the browser has ended")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def note(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(values["exceptionDetails"])[:300])
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.errors.append(values["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "assert"):
            self.errors.append(f"console: {values['args']}"[:300])
        elif method == "Network.requestWillBeSent":
            url = values["request"]["url"]
            if not url.startswith(("file:", "about:", "data:")):
                self.errors.append(f"loads {url}")
        return method

    def call(self, method, **values):
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def wait(self, method):
        while self.note(self.receive()) != method:
            pass

    def view(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, path):
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def run(self, script):
        """The value of an expression, after the next frames and what they have set up."""
        whole = f"new Promise(f => requestAnimationFrame(() => setTimeout(() => " \
                f"requestAnimationFrame(() => setTimeout(f))))).then(() => ({script}))"
        answer = self.call("Runtime.evaluate", expression=whole, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def key(self, name, code=0):
        known = {"Tab": 9, "Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40,
                 "ArrowUp": 38, "Home": 36, "End": 35}
        values = {"key": name, "code": name, "windowsVirtualKeyCode": known.get(name, code)}
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
