//! Intervals: of a share, and of the possible values of a number.

/// The ends of an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ends {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The probability that an interval leaves out on each side.
const TAIL: f64 = 0.025;

/// The 95% interval of the probability of something that came `count` times in `n`, by Clopper and Pearson (*The use of
/// confidence or fiducial limits*, Biometrika 26, 1934): the ends at which so many, or so few, have a probability of 2.5%.
pub(super) fn clopper_pearson(count: usize, n: usize) -> Ends {
    let low = if count == 0 { 0.0 } else { share_at(TAIL, |p| at_most(n - count, n, 1.0 - p)) };
    let high = if count == n { 1.0 } else { share_at(1.0 - TAIL, |p| 1.0 - at_most(count, n, p)) };
    Ends { low, high }
}

/// The share at which a rising function reaches a value, by bisection.
fn share_at(value: f64, rising: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if rising(middle) < value { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The probability of at most `count` successes in `n` trials, each with probability `p`: the sum of the binomial terms, from
/// the last one down.
fn at_most(count: usize, n: usize, p: f64) -> f64 {
    if p <= 0.0 || count >= n {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    let ln_choose: f64 = (1..=count).map(|i| (((n - count + i) as f64) / i as f64).ln()).sum();
    let mut term = (ln_choose + count as f64 * p.ln() + (n - count) as f64 * (1.0 - p).ln()).exp();
    let (mut sum, odds) = (0.0, (1.0 - p) / p);
    // Where the first term vanishes, the count is far from n p; on the side of the many, the sum is all of it.
    if term == 0.0 {
        return if count as f64 > n as f64 * p { 1.0 } else { 0.0 };
    }
    for k in (0..=count).rev() {
        sum += term;
        term *= k as f64 / (n - k + 1) as f64 * odds;
    }
    sum.min(1.0)
}

/// The best of several values by their log likelihood, and which of them make up 95% of it, the likeliest first and every value
/// equally likely before. Of equally likely values, an earlier one is the best.
pub(super) fn likeliest(logs: &[f64]) -> (usize, Vec<bool>) {
    let mut order: Vec<usize> = (0..logs.len()).collect();
    order.sort_by(|&a, &b| logs[b].total_cmp(&logs[a]).then(a.cmp(&b)));
    let best = order[0];
    let weights: Vec<f64> = logs.iter().map(|log| (log - logs[best]).exp()).collect();
    let total: f64 = weights.iter().sum();
    let mut kept = vec![false; logs.len()];
    let (mut sum, mut last) = (0.0, f64::INFINITY);
    for at in order {
        // Values as likely as one that is kept are kept, too.
        if sum >= (1.0 - 2.0 * TAIL) * total && weights[at] < last * (1.0 - 1e-9) {
            break;
        }
        kept[at] = true;
        sum += weights[at];
        last = weights[at];
    }
    (best, kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_intervals_of_the_tables() {
        // Pearson and Hartley, Biometrika Tables for Statisticians, table 41: 3 of 10, 0 of 10; and 50 of 1,000 by R's binom.test.
        for ((count, n), (low, high)) in [
            ((3, 10), (0.0667, 0.6525)),
            ((0, 10), (0.0, 0.3085)),
            ((10, 10), (0.6915, 1.0)),
            ((50, 1000), (0.0373, 0.0654)),
        ] {
            let found = clopper_pearson(count, n);
            assert!((found.low - low).abs() < 1e-4 && (found.high - high).abs() < 1e-4, "{count} of {n}: {found:?}");
        }
        let Ends { low, high } = clopper_pearson(5_000, 100_000);
        assert!(low > 0.0486 && high < 0.0514, "{low} {high}");
    }

    #[test]
    fn likely_values_are_kept() {
        assert_eq!(likeliest(&[0.0, -9.0, -0.5]), (0, vec![true, false, true]));
        assert_eq!(likeliest(&[0.0, 0.0]), (0, vec![true, true]));
        assert_eq!(likeliest(&[-400.0, -9.0]), (1, vec![false, true]));
    }
}
