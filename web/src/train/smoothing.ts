// Smoothing as in TensorBoard: an exponential moving average, corrected for the bias of its start at 0.

/** `weight` is the weight of previous values, from 0 (no smoothing) to less than 1. */
export function smoothed(values: readonly number[], weight: number): number[] {
  let sum = 0;
  let weights = 0;
  return values.map((value) => {
    sum = weight * sum + (1 - weight) * value;
    weights = weight * weights + (1 - weight);
    return sum / weights;
  });
}
