// Numbers that stand in a line of the log and that CloudWatch takes out of it (embedded metric format): no request of their own,
// and no line more. Each name with each value of its dimension costs by the month, so only what is watched has one.
import { NAMESPACE } from '#shared/metrics.ts'
import { clock } from './clock.ts'

type Unit = 'Count' | 'Milliseconds'

/** What `metricLine` answers goes into the line beside its fields. */
export type MetricLine = Record<string, unknown>

/** @example metricLine({ schedule: 'billCampaigns' }, { Done: [1, 'Count'] }) */
function metricLine(
  dimension: Readonly<Record<string, string>>,
  values: Readonly<Record<string, readonly [number, Unit]>>,
): MetricLine {
  return {
    ...dimension,
    ...Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value])),
    _aws: {
      Timestamp: clock.now(),
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [Object.keys(dimension)],
          Metrics: Object.entries(values).map(([Name, [, Unit]]) => ({ Name, Unit })),
        },
      ],
    },
  }
}

/** That a schedule did its work, which is watched: one that fails each time runs, too. */
export const heartbeat = (schedule: string): MetricLine => metricLine({ schedule }, { Done: [1, 'Count'] })

/** That a message used up its tries while a service outside is away, and waits on. */
export const waiting = (job: string): MetricLine => metricLine({ job }, { Waits: [1, 'Count'] })

/** What a company that an operator watches (`watchedTenants` of the environment) asked for, how often it failed, and how long it took. */
export const tenantMetrics = (
  kind: 'Calls' | 'Work',
  tenant: string | undefined,
  watched: readonly string[],
  { ms, isFault }: { ms: number; isFault: boolean },
): MetricLine =>
  tenant !== undefined && watched.includes(tenant)
    ? metricLine(
        { tenant },
        { [kind]: [1, 'Count'], [`${kind}Failed`]: [isFault ? 1 : 0, 'Count'], [`${kind}Took`]: [ms, 'Milliseconds'] },
      )
    : {}
