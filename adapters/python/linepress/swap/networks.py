# SPDX-License-Identifier: Apache-2.0
"""The networks of CSWAP's table III for images of 32 x 32, with widths to choose."""
import torch
from torch import nn

CLASSES = 10


def _channels(count, width):
    return max(4, int(round(count * width / 4)) * 4)


def _conv(inputs, outputs, kernel, stride=1, groups=1, norm=False):
    yield nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=not norm)
    if norm:
        yield nn.BatchNorm2d(outputs)


def _stack(plan, width, norm=False):
    """Layers of a plan: channels of a 3 x 3 convolution with its ReLU, or "p" for a pool."""
    inputs = 3
    for step in plan:
        if step == "p":
            yield nn.MaxPool2d(2)
            continue
        outputs = _channels(step, width)
        yield from _conv(inputs, outputs, 3, norm=norm)
        yield nn.ReLU()
        inputs = outputs


def alexnet(width):
    last, full = _channels(256, width), _channels(1024, width)
    return nn.Sequential(*_stack([64, "p", 192, "p", 384, 256, 256, "p"], width), nn.Flatten(),
                         nn.Linear(last * 16, full), nn.ReLU(), nn.Linear(full, full), nn.ReLU(),
                         nn.Linear(full, CLASSES))


def vgg16(width):
    plan = [64, 64, "p", 128, 128, "p", 256, 256, 256, "p", 512, 512, 512, "p", 512, 512, 512, "p"]
    last = _channels(512, width)
    return nn.Sequential(*_stack(plan, width), nn.Flatten(), nn.Linear(last, last), nn.ReLU(),
                         nn.Linear(last, CLASSES))


def mobilenet(width):
    """Version 1: a convolution for each channel, then one across them."""
    inputs = _channels(32, width)
    layers = [*_conv(3, inputs, 3, norm=True), nn.ReLU()]
    plan = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1), (512, 1),
            (512, 1), (512, 1), (512, 1), (1024, 2), (1024, 1)]
    for count, stride in plan:
        outputs = _channels(count, width)
        layers += [*_conv(inputs, inputs, 3, stride, inputs, True), nn.ReLU(),
                   *_conv(inputs, outputs, 1, norm=True), nn.ReLU()]
        inputs = outputs
    return nn.Sequential(*layers, nn.AvgPool2d(2), nn.Flatten(), nn.Linear(inputs, CLASSES))


class _Block(nn.Module):
    """Two convolutions, with a way around them or without."""

    def __init__(self, inputs, outputs, stride, around):
        super().__init__()
        self.way = nn.Sequential(*_conv(inputs, outputs, 3, stride, norm=True), nn.ReLU(),
                                 *_conv(outputs, outputs, 3, norm=True))
        same = inputs == outputs and stride == 1
        self.around = None
        if around:
            self.around = nn.Identity() if same else nn.Sequential(
                *_conv(inputs, outputs, 1, stride, norm=True))
        self.relu = nn.ReLU()

    def forward(self, x):
        y = self.way(x)
        return self.relu(y if self.around is None else y + self.around(x))


def _twenty(width, around):
    """Twenty layers for 32 x 32 (He et al., CVPR 2016, section 4.2)."""
    inputs = _channels(16, width)
    layers = [*_conv(3, inputs, 3, norm=True), nn.ReLU()]
    for count, stride in ((16, 1), (32, 2), (64, 2)):
        for place in range(3):
            outputs = _channels(count, width)
            layers.append(_Block(inputs, outputs, stride if place == 0 else 1, around))
            inputs = outputs
    return nn.Sequential(*layers, nn.AvgPool2d(8), nn.Flatten(), nn.Linear(inputs, CLASSES))


def plain20(width):
    return _twenty(width, False)


def resnet(width):
    return _twenty(width, True)


class _Fire(nn.Module):
    def __init__(self, inputs, squeeze, expand):
        super().__init__()
        self.squeeze = nn.Sequential(*_conv(inputs, squeeze, 1), nn.ReLU())
        self.one = nn.Sequential(*_conv(squeeze, expand, 1), nn.ReLU())
        self.three = nn.Sequential(*_conv(squeeze, expand, 3), nn.ReLU())

    def forward(self, x):
        x = self.squeeze(x)
        return torch.cat([self.one(x), self.three(x)], 1)


def squeezenet(width):
    """Version 1.0, its first convolution and pools for 32 x 32."""
    inputs = _channels(96, width)
    layers = [*_conv(3, inputs, 3), nn.ReLU(), nn.MaxPool2d(2)]
    for squeeze, expand in ((16, 64), (16, 64), (32, 128), ("p", 0), (32, 128), (48, 192),
                            (48, 192), (64, 256), ("p", 0), (64, 256)):
        if squeeze == "p":
            layers.append(nn.MaxPool2d(2))
            continue
        layers.append(_Fire(inputs, _channels(squeeze, width), _channels(expand, width)))
        inputs = 2 * _channels(expand, width)
    return nn.Sequential(*layers, nn.Conv2d(inputs, CLASSES, 1), nn.ReLU(),
                         nn.AvgPool2d(4), nn.Flatten())


def _started(make):
    """With weights as He et al. (ICCV 2015) start them, without which VGG16 hardly learns; those of
    the classes are small."""
    def started(width):
        net = make(width)
        for layer in net.modules():
            if not isinstance(layer, (nn.Conv2d, nn.Linear)):
                continue
            if layer.weight.shape[0] == CLASSES:
                nn.init.normal_(layer.weight, std=0.01)
            else:
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
        return net
    return started


NETWORKS = {make.__name__: _started(make)
            for make in (alexnet, vgg16, mobilenet, plain20, resnet, squeezenet)}
