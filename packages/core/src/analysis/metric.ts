/** How well the data supports a value. Each metric states its limits. */
export type Confidence = 'low' | 'medium' | 'high';

/**
 * A metric: a value with the number of observations that it is based on, or the data that it needs. A metric is never a
 * guess.
 */
export type Metric<Value = number> =
  | {
      readonly kind: 'known';
      readonly value: Value;
      /** Number of observations: steps, rests, cycles or samples, as the metric states. */
      readonly n: number;
      readonly confidence: Confidence;
      /** A text about what was inferred to get the value. Absent if everything was reported. */
      readonly inferred?: string;
      /** When the recording with the value began, in UTC ms. Absent if it is the last recording of the pack. */
      readonly at?: number;
    }
  | {
      readonly kind: 'notEnough';
      /** A text about the data that the metric needs. */
      readonly needs: string;
    };

export const notEnough = (needs: string): Extract<Metric, { kind: 'notEnough' }> => ({
  kind: 'notEnough',
  needs,
});

export const known = <Value>(
  value: Value,
  n: number,
  confidence: Confidence,
  inferred?: string,
): Metric<Value> => ({
  kind: 'known',
  value,
  n,
  confidence,
  ...(inferred === undefined ? {} : { inferred }),
});

export const mapMetric = <A, B>(metric: Metric<A>, change: (value: A) => B): Metric<B> =>
  metric.kind === 'known' ? { ...metric, value: change(metric.value) } : metric;

/** Returns the value of a known metric; NaN otherwise. */
export const valueOf = (metric: Metric): number =>
  metric.kind === 'known' ? metric.value : Number.NaN;

/** Returns the confidence of a value with a relative error (0..1). */
export const confidenceOf = (error: number): Confidence =>
  error <= 0.01 ? 'high' : error <= 0.03 ? 'medium' : 'low';
