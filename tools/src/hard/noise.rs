//! Smooth noise that depends only on the place and a seed.

/// Smooth noise from 0 to 1: hashed values at whole coordinates, interpolated between them.
pub(crate) fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let corner = |x: f32, y: f32| {
        let mut hash = (x as i32 as u32).wrapping_mul(0x9e37_79b1) ^ (y as i32 as u32).wrapping_mul(0x85eb_ca77);
        hash = (hash ^ seed.wrapping_mul(0xc2b2_ae3d)).wrapping_mul(0x27d4_eb2f);
        hash ^= hash >> 15;
        hash = hash.wrapping_mul(0x2c1b_3c6d);
        (hash >> 16) as f32 / 65_535.0
    };
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - left), ease(y - top));
    let across = |y: f32| corner(left, y) * (1.0 - u) + corner(left + 1.0, y) * u;
    across(top) * (1.0 - v) + across(top + 1.0) * v
}

/// Noise of three scales.
pub(crate) fn clouds(x: f32, y: f32, seed: u32) -> f32 {
    0.55 * noise(x, y, seed) + 0.28 * noise(2.3 * x, 2.3 * y, seed ^ 1) + 0.17 * noise(5.1 * x, 5.1 * y, seed ^ 2)
}
