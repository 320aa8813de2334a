"""Trains a network that reads glyphs or views; writes its weights, and a few results to test the reader with.

    python train.py TRAIN VALID OUT [EPOCHS [SEED [START]]]

TRAIN and VALID are files of `samples`: records of a class byte and 32 x 32 levels. OUT.net gets the weights with batch
normalization folded in, as bytes with a scale for each output channel. OUT.check gets sixteen pictures of VALID, each
with the logits that this program computes from the same weights. With START, a .net file of this program, training
starts from its weights, and the batch normalization that is folded into them is not trained again; without START the weights
are random.
"""
import struct
import sys
import time
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

SIDE = 32
CLASSES = 29  # A to Z, Qu, slash, no letter
CHANNELS = (16, 32, 48)
HIDDEN = 64
BATCH = 512
CHUNK = 100  # steps between two calls from Python
PEAK_RATE = 5e-3
TUNING_PEAK_RATE = 1e-3  # with START; chosen by hand: a larger one loses what was learned, a smaller one learns little in three epochs
WEIGHT_DECAY = 1e-3
SMOOTHING = 0.01
MIDDLE = 0.3  # subtracted from every level: about the mean of the inputs


def load(path):
    records = np.fromfile(path, np.uint8).reshape(-1, 1 + SIDE * SIDE)
    return records[:, 0].astype(np.int32), records[:, 1:].reshape(-1, SIDE, SIDE)


def shapes():
    a, b, c = CHANNELS
    return {
        "conv1": (5, 5, 1, a), "conv2": (3, 3, a, b), "conv3": (3, 3, b, c),
        "full1": (c * (SIDE // 8) ** 2, HIDDEN), "full2": (HIDDEN, CLASSES),
    }


def read_network(path):
    """The weights of a network that this program wrote."""
    with open(path, "rb") as file:
        data = file.read()
    expected = sum(int(np.prod(shape)) + 8 * shape[-1] for shape in shapes().values())
    if len(data) != expected:
        sys.exit(f"expected {expected} bytes in {path}, found {len(data)}: give a .net file that train.py wrote with these layers")
    weights, at = {}, 0
    for name, shape in shapes().items():
        size, outputs = int(np.prod(shape)), shape[-1]
        whole = np.frombuffer(data, np.int8, size, at).astype(np.float32).reshape(shape)
        scale, bias = np.frombuffer(data, np.float32, 2 * outputs, at + size).reshape(2, outputs)
        weights[name] = {"w": jnp.asarray(whole * scale), "b": jnp.asarray(bias)}
        at += size + 8 * outputs
    return weights


def random_weights(key):
    weights = {}
    for name, shape in shapes().items():
        key, sub = jax.random.split(key)
        inputs = int(np.prod(shape[:-1]))
        weights[name] = {"w": jax.random.normal(sub, shape) * np.sqrt(2 / inputs), "b": jnp.zeros(shape[-1])}
        if name.startswith("conv"):
            weights[name]["gain"] = jnp.ones(shape[-1])
    return weights


def plain_conv(x, w, stride, pad):
    return lax.conv_general_dilated(x, w, (stride, stride), [(pad, pad)] * 2, dimension_numbers=("NHWC", "HWIO", "NHWC"))


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def product_conv(x, w, stride, pad):
    """A convolution. Its gradient by the weights is one matrix product, several times as fast on a processor as JAX's own."""
    return plain_conv(x, w, stride, pad)


def conv_forward(x, w, stride, pad):
    return plain_conv(x, w, stride, pad), (x, w)


def conv_backward(stride, pad, saved, slope):
    x, w = saved
    (by_x,) = jax.vjp(lambda x: plain_conv(x, w, stride, pad), x)[1](slope)
    side, reach = w.shape[0], stride * (slope.shape[1] - 1) + 1
    x = jnp.pad(x, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    shifted = [x[:, i : i + reach : stride, j : j + reach : stride] for i in range(side) for j in range(side)]
    patches = jnp.concatenate(shifted, -1).reshape(-1, w[..., 0].size)
    return by_x, (patches.T @ slope.reshape(-1, w.shape[-1])).reshape(w.shape)


product_conv.defvjp(conv_forward, conv_backward)
conv = product_conv if jax.default_backend() == "cpu" else plain_conv


def pool(x):
    rows = jnp.maximum(x[:, ::2], x[:, 1::2])
    return jnp.maximum(rows[:, :, ::2], rows[:, :, 1::2])


def forward(weights, x, norm):
    """What the convolutions give for glyphs; `norm(name, x)` normalizes a layer."""
    x = jax.nn.relu(norm("conv1", conv(x, weights["conv1"]["w"], 2, 2)))
    x = pool(jax.nn.relu(norm("conv2", conv(x, weights["conv2"]["w"], 1, 1))))
    x = pool(jax.nn.relu(norm("conv3", conv(x, weights["conv3"]["w"], 1, 1))))
    x = x.reshape(x.shape[0], -1)
    return x


def head(weights, x):
    x = jax.nn.relu(x @ weights["full1"]["w"] + weights["full1"]["b"])
    return x @ weights["full2"]["w"] + weights["full2"]["b"]


def loss_of(weights, x, y, key):
    moments = {}

    def norm(name, x):
        if "gain" not in weights[name]:
            return x + weights[name]["b"]
        mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
        moments[name] = (mean, var)
        return (x - mean) * lax.rsqrt(var + 1e-5) * weights[name]["gain"] + weights[name]["b"]

    x = forward(weights, x, norm)
    kept = jax.random.bernoulli(key, 0.85, x.shape)
    logits = head(weights, jnp.where(kept, x / 0.85, 0))
    target = jax.nn.one_hot(y, CLASSES) * (1 - SMOOTHING) + SMOOTHING / CLASSES
    return -(target * jax.nn.log_softmax(logits)).sum(1).mean(), moments


def augment(key, x):
    """The pictures with small random shifts, stretches, shears and changes of stroke weight."""
    n = x.shape[0]
    keys = jax.random.split(key, 6)
    sx, sy = (1 + jax.random.normal(keys[i], (n, 1, 1)) * 0.04 for i in (0, 1))
    shear = jax.random.normal(keys[2], (n, 1, 1)) * 0.05
    dx, dy = (jax.random.normal(keys[i], (n, 1, 1)) * 0.5 for i in (3, 4))
    grid = jnp.arange(SIDE) - (SIDE - 1) / 2
    u, v = grid[None, None, :], grid[None, :, None]
    px = jnp.clip(u * sx + v * shear + dx + (SIDE - 1) / 2, 0, SIDE - 1.001)
    py = jnp.clip(v * sy + 0 * u + dy + (SIDE - 1) / 2, 0, SIDE - 1.001)
    px, py = jnp.broadcast_to(px, x.shape), jnp.broadcast_to(py, x.shape)
    ix, iy = px.astype(int), py.astype(int)
    fx, fy = px - ix, py - iy
    at = lambda yy, xx: jnp.take_along_axis(x.reshape(n, -1), (yy * SIDE + xx).reshape(n, -1), 1).reshape(x.shape)
    upper = at(iy, ix) * (1 - fx) + at(iy, ix + 1) * fx
    lower = at(iy + 1, ix) * (1 - fx) + at(iy + 1, ix + 1) * fx
    x = upper * (1 - fy) + lower * fy
    gamma = jnp.exp(jax.random.normal(keys[5], (n, 1, 1)) * 0.25)
    return jnp.clip(x, 1e-4, 1) ** gamma


def centered(x):
    return (x - MIDDLE)[..., None]


def step(carry, batch, x, y):
    """One step of Adam with weight decay."""
    weights, state, running, number, key = carry
    pick, rate = batch
    key, aug, drop = jax.random.split(key, 3)
    number += 1
    x, y = centered(augment(aug, x[pick].astype(jnp.float32) / 255)), y[pick]
    (loss, moments), grads = jax.value_and_grad(loss_of, has_aux=True)(weights, x, y, drop)
    tree = jax.tree_util
    first = tree.tree_map(lambda m, g: 0.9 * m + 0.1 * g, state[0], grads)
    second = tree.tree_map(lambda v, g: 0.999 * v + 0.001 * g * g, state[1], grads)
    correct = lambda m, beta: m / (1 - beta**number)

    def moved(w, m, v):
        decay = WEIGHT_DECAY if w.ndim > 1 else 0.0
        return w - rate * (correct(m, 0.9) / (jnp.sqrt(correct(v, 0.999)) + 1e-8) + decay * w)

    weights = tree.tree_map(moved, weights, first, second)
    running = tree.tree_map(lambda r, m: 0.98 * r + 0.02 * m, running, moments)
    return (weights, (first, second), running, number, key), loss


def steps(carry, picks, rates, x, y):
    """As many steps as there are picks, each a list of samples; the last loss with the rest."""
    for batch in zip(picks, rates):
        carry, loss = one_step(carry, batch, x, y)
    return carry, loss


one_step = jax.jit(step)
if jax.default_backend() != "cpu":
    # One call for all steps; on a processor XLA runs the convolutions of a loop on one core.
    @jax.jit
    def steps(carry, picks, rates, x, y):
        carry, losses = lax.scan(lambda carry, batch: step(carry, batch, x, y), carry, (picks, rates))
        return carry, losses[-1]


def folded(weights, running):
    """Weights and biases with the batch normalization folded in."""
    out = {}
    for name, layer in weights.items():
        if "gain" in layer:
            mean, var = running[name]
            gain = layer["gain"] / jnp.sqrt(var + 1e-5)
            out[name] = (np.array(layer["w"] * gain), np.array(layer["b"] - mean * gain))
        else:
            out[name] = (np.array(layer["w"]), np.array(layer["b"]))
    return out


def rounded(layers):
    """Weights as bytes with a scale for each output, and the weights that those represent."""
    packed, real = {}, {}
    for name, (w, b) in layers.items():
        flat = w.reshape(-1, w.shape[-1])
        scale = (np.abs(flat).max(0) / 127).astype(np.float32)
        whole = np.rint(flat / scale).astype(np.int8)
        packed[name] = (whole, scale, b.astype(np.float32))
        real[name] = ((whole.astype(np.float32) * scale).reshape(w.shape), b.astype(np.float32))
    return packed, real


@jax.jit
def logits_of(layers, x):
    weights = {name: {"w": w, "b": b} for name, (w, b) in layers.items()}
    return head(weights, forward(weights, x, lambda name, x: x + weights[name]["b"]))


def classes_of(layers, x):
    """The likeliest class of each sample."""
    parts = [x[i : i + 1000].astype(np.float32) / 255 for i in range(0, len(x), 1000)]
    return np.concatenate([np.array(logits_of(layers, centered(part))).argmax(1) for part in parts])


def accuracy(layers, samples):
    """The part of the samples whose likeliest class is right."""
    y, x = samples
    return (classes_of(layers, x) == y).mean()


def confusion(layers, samples, true, read):
    """A line with the number of samples of one letter that are read as another."""
    y, x = samples
    is_true = y == ord(true) - ord("A")
    wrong = (classes_of(layers, x[is_true]) == ord(read) - ord("A")).sum()
    return f"{true} read {read}: {wrong} of {is_true.sum()}"


def trained(train, valid, epochs, seed, weights):
    """The layers of a network, its normalization folded in; `weights` are those to begin with, `None` for random ones."""
    y, x = (jnp.asarray(part) for part in train)
    key = jax.random.PRNGKey(seed)
    peak = TUNING_PEAK_RATE if weights else PEAK_RATE
    weights = weights or random_weights(key)
    zeros = lambda: jax.tree_util.tree_map(jnp.zeros_like, weights)
    normalized = [name for name, layer in weights.items() if "gain" in layer]
    running = {name: (jnp.zeros(c), jnp.ones(c)) for name, c in zip(normalized, CHANNELS)}
    carry = (weights, (zeros(), zeros()), running, jnp.float32(0), key)
    rng = np.random.default_rng(seed)
    per_epoch = len(y) // BATCH
    chunk = min(CHUNK, per_epoch)
    per_epoch -= per_epoch % chunk
    total = epochs * per_epoch
    size = sum(w.size for w in jax.tree_util.tree_leaves(weights))
    print(f"{len(y)} samples, {total} steps, {size} weights", flush=True)
    begun = time.time()
    for epoch in range(epochs):
        order = rng.permutation(len(y))[: per_epoch * BATCH].reshape(per_epoch, BATCH).astype(np.int32)
        part = (epoch * per_epoch + np.arange(per_epoch)) / total
        rates = peak * np.where(part < 0.15, part / 0.15, 0.5 * (1 + np.cos(np.pi * (part - 0.15) / 0.85)))
        for at in range(0, per_epoch, chunk):
            now = slice(at, at + chunk)
            carry, loss = steps(carry, order[now], rates[now].astype(np.float32), x, y)
        layers = folded(carry[0], carry[2])
        found = accuracy(layers, valid)
        print(f"epoch {epoch + 1}: loss {float(loss):.3f}, valid {found:.4%}, {time.time() - begun:.0f} s", flush=True)
    return layers


def main():
    train, valid, out = sys.argv[1:4]
    epochs = int(sys.argv[4]) if len(sys.argv) > 4 else 8
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    weights = read_network(sys.argv[6]) if len(sys.argv) > 6 else None
    train, valid = load(train), load(valid)
    packed, real = rounded(trained(train, valid, epochs, seed, weights))
    print(f"rounded to bytes: valid {accuracy(real, valid):.4%}")
    print(confusion(real, valid, "Q", "O"), confusion(real, valid, "O", "Q"), sep=", ", flush=True)
    with open(f"{out}.net", "wb") as file:
        for whole, scale, bias in packed.values():
            file.write(whole.tobytes() + scale.tobytes() + bias.tobytes())
    glyphs = valid[1]
    with open(f"{out}.check", "wb") as file:
        for glyph in glyphs[:: len(glyphs) // 16][:16]:
            with jax.default_matmul_precision("highest"):
                logits = np.array(logits_of(real, centered(glyph[None].astype(np.float32) / 255)))[0]
            file.write(glyph.tobytes() + struct.pack(f"<{CLASSES}f", *logits))


main()
