# SPDX-License-Identifier: Apache-2.0
"""VGG16 (Simonyan and Zisserman, ICLR 2015, table 1, D) and ResNet-50 (He et al., CVPR 2016, table 1)
for images of 224 x 224, of layers whose backward passes are deterministic on a GPU."""
import torch
from torch import nn

CLASSES = 1000


class Mean(nn.Module):
    """Over each channel."""

    def forward(self, x):
        return x.mean((2, 3))


def vgg16():
    layers, inputs = [], 3
    for step in (64, 64, "p", 128, 128, "p", 256, 256, 256, "p", 512, 512, 512, "p", 512, 512, 512,
                 "p"):
        if step == "p":
            layers.append(nn.MaxPool2d(2))
            continue
        layers += [nn.Conv2d(inputs, step, 3, padding=1), nn.ReLU()]
        inputs = step
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(512 * 49, 4096), nn.ReLU(),
                         nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, CLASSES))


def _conv(inputs, outputs, kernel, stride=1):
    return [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs)]


class Bottleneck(nn.Module):
    def __init__(self, inputs, middle, stride):
        super().__init__()
        self.way = nn.Sequential(*_conv(inputs, middle, 1), nn.ReLU(),
                                 *_conv(middle, middle, 3, stride), nn.ReLU(),
                                 *_conv(middle, 4 * middle, 1))
        same = inputs == 4 * middle and stride == 1
        self.around = nn.Identity() if same else nn.Sequential(*_conv(inputs, 4 * middle, 1,
                                                                      stride))
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.way(x) + self.around(x))


def resnet50():
    layers, inputs = [*_conv(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64
    for middle, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for place in range(count):
            layers.append(Bottleneck(inputs, middle, stride if place == 0 else 1))
            inputs = 4 * middle
    return nn.Sequential(*layers, Mean(), nn.Linear(inputs, CLASSES))


def started(make, device):
    """With weights as He et al. (ICCV 2015) start them."""
    torch.manual_seed(1)
    net = make()
    for layer in net.modules():
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    return net.to(device)


NETWORKS = {"vgg16": vgg16, "resnet50": resnet50}
