//! Means and shares of games with their intervals.

use std::fmt;

/// A mean with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval, by the normal distribution.
    pub half: f64,
}

/// The mean of these values; `None` without any.
pub fn mean_with_interval(values: &[f64]) -> Option<Mean> {
    /// The 97.5% quantile of the normal distribution.
    const Z: f64 = 1.96;
    let n = values.len() as f64;
    let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / n)?;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    Some(Mean { mean, half: Z * (variance / n).sqrt() })
}

/// The 95% interval of a share of `count` trials (Wilson, *Probable inference*, 1927), which has a width even where all succeed.
pub fn share_interval(share: f64, count: usize) -> (f64, f64) {
    /// The 97.5% quantile of the normal distribution.
    const Z: f64 = 1.96;
    let n = (count as f64).max(1.0);
    let center = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((center - half).max(0.0), (center + half).min(1.0))
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.mean.abs() < 100.0 { 2 } else { 0 };
        let (low, high) = (self.mean - self.half, self.mean + self.half);
        write!(f, "{:.digits$} ({low:.digits$} to {high:.digits$})", self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_shrinks_with_the_number() {
        assert_eq!(mean_with_interval(&[]), None);
        let few = mean_with_interval(&[1.0, 3.0]).unwrap();
        let many = mean_with_interval(&[1.0, 3.0, 1.0, 3.0, 1.0, 3.0]).unwrap();
        assert!(few.mean == 2.0 && many.mean == 2.0 && many.half < few.half);
        let (low, high) = share_interval(1.0, 50);
        assert!(low > 0.92 && low < 0.94 && high == 1.0);
        assert_eq!(Mean { mean: 2.0, half: 0.5 }.to_string(), "2.00 (1.50 to 2.50)");
    }
}
