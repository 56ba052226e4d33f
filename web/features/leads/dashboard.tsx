import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { findLineRoute, type Route } from '#shared/access/routes.ts'
import { countDays } from '#shared/dates.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { useCall } from '../../api/use-call.ts'
import { roleOf } from '../../api/use-may.ts'
import type { DayRange } from '../../ui/days.ts'
import { Page } from '../../ui/page.tsx'
import { ZonedDateRange } from '../../ui/zoned-date-range.tsx'
import classes from './dashboard.module.css'
import { FirstDay } from './first-day.tsx'
import { LeadChart } from './lead-chart.tsx'
import { LeadFigures } from './lead-figures.tsx'
import { LeadTable } from './lead-table.tsx'
import { CampaignSelect, ClientSelect } from './scope-filters.tsx'
import { MOST_DAYS, useDashboard } from './use-dashboard.ts'

/** `aside`: stands beside the figures and the chart, while no client or campaign was chosen. */
type Props = { route: Route; title: string; description: string; aside?: ReactNode }

/** What a product brought: figures, a chart by day, and the leads themselves, of all campaigns or of one. */
export function LeadDashboard({ route: { line = 'local' }, title, description, aside }: Props) {
  const me = useMe()
  const { sideMenu } = useTenant()
  const isClient = roleOf(me) === 'client'
  const [known, setKnown] = useState<{ campaign: string; zone: string }>()
  const [isTooLong, setTooLong] = useState(false)
  const first = useDashboard()
  const state = useDashboard(known?.campaign === first.campaign ? known.zone : undefined)
  const { range, client, campaign, zone } = state
  const scope = {
    companyId: me.companyId,
    clientId: client || 'all',
    moduleType: line,
    ...(campaign && { campaignId: campaign }),
  }
  const days = { startDate: range.from, endDate: range.to }
  const chart = useCall(
    'leads.chart',
    { ...scope, ...days, series: state.isByCampaign && !campaign, before: true, leads: true, perPage: state.perPage },
    { keep: true },
  )
  // The days before may stand until the new ones come, and not the figures of somebody else.
  const about = [line, client, campaign].join(' ')
  const [answered, setAnswered] = useState(about)
  if (chart.data && !chart.isFormer && answered !== about) setAnswered(about)
  const answer = chart.isFormer && answered !== about ? undefined : chart.data
  // Only who sees no lead at all wants to know what brings the first one.
  const isEmpty = answer?.totals.leads === 0 && answer.before?.leads === 0
  const beginning = useCall('leads.initDates', isEmpty ? { ...scope, ...days } : null)
  const named = [answer?.campaign?.id, answer?.campaign?.campaignNumber].includes(campaign)
    ? answer?.campaign
    : undefined
  // Days are those of the campaign's zone, which its first answer says.
  if (named && named.timeZone !== zone) setKnown({ campaign, zone: named.timeZone })
  const setRange = (to: DayRange | undefined) => {
    const isLong = to !== undefined && countDays(to.from, to.to) > MOST_DAYS
    setTooLong(isLong)
    if (!isLong) state.setRange(to)
  }
  const failed =
    !answer && chart.error !== undefined
      ? { text: messageOf(chart.error), onRetry: () => void chart.reload() }
      : undefined
  const unnamed = failed ? 'Name unknown' : '…'
  const isFirstDay = isEmpty && beginning.data?.hasLeads === false
  // Noughts would stand for a moment and then make room for what brings the first lead.
  const isOpen = isEmpty && beginning.data === undefined && beginning.error === undefined
  const shown = isOpen ? undefined : answer
  const campaigns =
    isClient && me.disableClientAddCampaign ? undefined : findLineRoute(sideMenu, 'lineCampaignManagement', line)
  const hasAside = aside !== undefined && !client && !campaign
  return (
    <Page title={title} description={description}>
      <div className={classes.filters}>
        {!isClient && (
          <ClientSelect
            companyId={me.companyId}
            chosen={client ? { id: client, name: answer?.companyName ?? unnamed } : undefined}
            onChange={state.setClient}
          />
        )}
        <CampaignSelect
          companyId={me.companyId}
          clientId={client}
          line={line}
          hasClients={!isClient && !client}
          chosen={
            campaign
              ? (named ?? { campaignNumber: campaign, campaignName: campaign, companyName: unnamed, companyId: '' })
              : undefined
          }
          onChange={state.setCampaign}
        />
        <div className={classes.range}>
          <ZonedDateRange
            timeZone={zone}
            value={range}
            onChange={setRange}
            error={isTooLong && `Choose at most ${MOST_DAYS} days.`}
          />
        </div>
      </div>
      <div className={classes.home} data-beside={hasAside || undefined}>
        {isFirstDay ? (
          <div className={classes.whole}>
            <FirstDay
              next={beginning.data?.next ?? null}
              timeZone={zone}
              isClient={isClient}
              campaignsPath={campaigns?.path}
            />
          </div>
        ) : (
          <>
            <VisuallyHidden component="h2">Figures</VisuallyHidden>
            <div className={classes.figures}>
              <LeadFigures answer={shown} range={range} isClient={isClient} onRetry={failed?.onRetry} />
            </div>
            <div className={classes.chart}>
              <LeadChart
                answer={shown}
                range={range}
                hasCampaigns={!campaign}
                isByCampaign={state.isByCampaign && !campaign}
                onByCampaign={state.setByCampaign}
                error={failed}
              />
            </div>
          </>
        )}
        {hasAside && <div className={classes.aside}>{aside}</div>}
      </div>
      {!isFirstDay && (
        <LeadTable
          state={state}
          scope={{ ...scope, ...days }}
          first={isOpen ? { ...chart, data: undefined, isLoading: true, isValidating: true } : chart}
          line={line}
          campaign={named}
          hasClients={!isClient && !client && !campaign}
          isClient={isClient}
        />
      )}
    </Page>
  )
}
