// SPDX-License-Identifier: Apache-2.0
// Buffers, workers, children and the collector of Node.js, all of which is printed.
const crypto = require("crypto");
const zlib = require("zlib");
const { execFileSync, spawnSync } = require("child_process");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

function hash(data) {
  return crypto.createHash("sha256").update(data).digest("hex");
}

if (!isMainThread) {
  const data = Buffer.alloc(2000000, workerData);
  parentPort.postMessage(hash(zlib.deflateSync(data)));
} else {
  let objects = [];
  for (let i = 0; i < 300000; i++) {
    objects.push({ number: i, text: "object " + i });
    if (i % 50000 === 0) objects = objects.slice(-1000);
  }
  console.log(objects.length, hash(JSON.stringify(objects)));
  console.log(execFileSync("sh", ["-c", "echo from a shell"]).toString());
  console.log(spawnSync("sh", ["-c", "kill -9 $$"]).signal);
  const found = {};
  for (let i = 0; i < 3; i++) {
    const worker = new Worker(__filename, { workerData: i + 1 });
    worker.on("message", (text) => {
      found[i] = text;
      if (Object.keys(found).length === 3) {
        console.log(found[0], found[1], found[2]);
        process.exitCode = 7;
      }
    });
  }
}
