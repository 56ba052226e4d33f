// Ratios that survive a noisy machine: both sides in turn (A B B A ...), the first pairs thrown away, the median of the pairs.

export type Ratio = { median: number; low: number; high: number; aMs: number; bMs: number }

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** 95 % interval of the median by resampling, with a generator of its own so that a run can be repeated. */
function interval(values: number[]): [number, number] {
  let seed = 12_345
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return seed / 0x7fffffff
  }
  const medians = Array.from({ length: 1000 }, () =>
    median(values.map(() => values[Math.floor(next() * values.length)] ?? 0)),
  ).sort((a, b) => a - b)
  return [medians[25] ?? 0, medians[974] ?? 0]
}

/** Time of `a` over time of `b`, pair by pair. */
export async function ratio(
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
  pairs = 15,
  warmUp = 3,
): Promise<Ratio> {
  const ratios: number[] = []
  const [as, bs]: [number[], number[]] = [[], []]
  for (let i = 0; i < pairs + warmUp; i++) {
    let [ta, tb] = [0, 0]
    if (i % 2) {
      tb = await timed(b)
      ta = await timed(a)
    } else {
      ta = await timed(a)
      tb = await timed(b)
    }
    if (i < warmUp) continue
    ratios.push(ta / tb)
    as.push(ta)
    bs.push(tb)
  }
  return { ...ratioOf(ratios), aMs: median(as), bMs: median(bs) }
}

/** The median of ratios that were taken pair by pair, and where it lies. */
export function ratioOf(ratios: number[]): Pick<Ratio, 'median' | 'low' | 'high'> {
  const [low, high] = interval(ratios)
  return { median: median(ratios), low, high }
}

/** One line of the bench's table. `met` is undefined where a figure has no goal. */
export type Figure = { id: string; what: string; figure: string; goal: string; peer: string; met: boolean | undefined }

export const shown = (r: Pick<Ratio, 'median' | 'low' | 'high'>) =>
  `${r.median.toFixed(2)} (${r.low.toFixed(2)} to ${r.high.toFixed(2)})`
