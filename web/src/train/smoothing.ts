// Smoothing as TensorBoard does it: an exponential mean, freed of the bias that its start from nothing gives it.

/** `weight` from 0 (as measured) to below 1 is that of what came before. */
export function smoothed(values: readonly number[], weight: number): number[] {
  let sum = 0;
  let weights = 0;
  return values.map((value) => {
    sum = weight * sum + (1 - weight) * value;
    weights = weight * weights + (1 - weight);
    return sum / weights;
  });
}
