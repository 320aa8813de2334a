//! Shares of games with their intervals; [`Mean`](hexlex::advise::Mean) has those of means.

use hexlex::advise::NORMAL_QUANTILE as Z;

/// The 95% interval of a share of `count` trials (Wilson, *Probable inference*, 1927), which has a width even where all succeed.
pub(crate) fn share_interval(share: f64, count: usize) -> (f64, f64) {
    let n = (count as f64).max(1.0);
    let center = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((center - half).max(0.0), (center + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_all_has_a_width() {
        let (low, high) = share_interval(1.0, 50);
        assert!(low > 0.92 && low < 0.94 && high == 1.0);
    }
}
