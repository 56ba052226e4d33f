import { Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { type Forecast, forecast } from '#shared/campaigns/forecast.ts'
import { refusalForPage } from '#shared/campaigns/page-address.ts'
import { MOST_CITIES, refusalForKeywords } from '#shared/model/targeting.ts'
import { refusalForZips } from '#shared/model/zip-codes.ts'
import { toCurrency } from '#shared/money/format.ts'
import { limitOn, periodWords, type RetailPrice } from '#shared/money/price-list.ts'
import { splitZips } from '#shared/text.ts'
import type { Input } from '../../../api/terms.ts'
import { useEstimate } from '../../../api/use-estimate.ts'
import { toCount } from '../../../ui/format.ts'
import { TryAgain } from '../../../ui/try-again.tsx'
import classes from './editor.module.css'
import { leadPriceOf, limitText, some } from './summary-words.ts'
import type { EditorState } from './use-editor.ts'
import type { Prices } from './use-prices.ts'

type Question = Input<'keywords.estimate'>

/** What is asked about the campaign as it stands; null while there is not enough of it. */
export function questionOf({
  line,
  isSearch,
  values,
  companyId,
}: Pick<EditorState, 'line' | 'isSearch' | 'values' | 'companyId'>): Question | null {
  const whose = companyId ? { companyId } : {}
  const { siteUrl, keywords, isNational, states, cities } = values
  if (!isSearch)
    return siteUrl && refusalForPage(siteUrl) === undefined
      ? { productLine: line, siteUrl, keywords: [], ...whose }
      : null
  const zipCodes = splitZips(values.zipCodes)
  const hasArea = isNational || states.length + cities.length + zipCodes.length > 0
  const isTaken = !refusalForKeywords(keywords) && !refusalForZips(zipCodes) && cities.length <= MOST_CITIES
  if (keywords.length === 0 || !hasArea || !isTaken) return null
  return isNational
    ? { productLine: line, keywords, isNational, ...whose }
    : { productLine: line, keywords, isNational, states, cities, zipCodes, ...whose }
}

const perWords = { week: 'a week', month: 'a month', once: 'in all, before the start' } as const

function weeksText(weeks: number): string {
  if (weeks < 1) return 'less than a week'
  return `about ${some(Math.floor(weeks), 'week', 'weeks')}`
}

const Row = ({ label, isLoss, children }: { label: string; isLoss?: boolean; children: string }) => (
  <>
    <dt>{label}</dt>
    <dd data-loss={isLoss || undefined}>{children}</dd>
  </>
)

function Costs({ found, price }: { found: Forecast; price: RetailPrice }) {
  const { period, retailCents, wholesaleCents, marginCents, lastsWeeks } = found
  return (
    <dl className={classes.rows}>
      <Row label="Leads a week">{`about ${toCount(found.leadsAWeek)}`}</Row>
      <Row label={`Costs ${perWords[period]}`}>{toCurrency(retailCents)}</Row>
      {wholesaleCents !== undefined && <Row label="Wholesale">{toCurrency(wholesaleCents)}</Row>}
      {marginCents !== undefined && (
        <Row label="Margin" isLoss={marginCents < 0}>
          {toCurrency(marginCents)}
        </Row>
      )}
      {price.platformFeeCents > 0 && <Row label="Platform fee, once">{toCurrency(price.platformFeeCents)}</Row>}
      {lastsWeeks !== undefined && (
        <Row label={price.term === 'Prepaid' ? 'A top-up lasts' : 'The limit lasts'}>{weeksText(lastsWeeks)}</Row>
      )}
    </dl>
  )
}

function Terms({ prices, editor, today }: { prices: Prices; editor: EditorState; today: string }) {
  const { price, isSet, onRetry } = prices
  if (onRetry)
    return (
      <Text size="sm" c="dimmed">
        <TryAgain onRetry={onRetry}>The price could not be loaded.</TryAgain>
      </Text>
    )
  if (!price) return null
  if (!isSet)
    return (
      <Text size="sm" c="dimmed">
        Nobody has set a price for this product yet.
      </Text>
    )
  const fee = price.periodFeeCents
  return (
    <dl className={classes.rows}>
      <Row label="Paid">{price.term}</Row>
      <Row label="Price of a lead">{leadPriceOf(price, editor.values.informationType)}</Row>
      {fee > 0 && periodWords[price.term] !== '' && (
        <Row label={`Campaign fee ${periodWords[price.term]}`}>{toCurrency(fee)}</Row>
      )}
      <Row label="Limit of leads">{limitText(price, today)}</Row>
      {editor.values.monthlyCapCents > 0 && <Row label="Most a month">{toCurrency(editor.values.monthlyCapCents)}</Row>}
    </dl>
  )
}

/** What the campaign may bring, beside every step. It blocks nothing: without an answer it says so and steps back. */
export function EstimatePanel({ editor, prices, today }: { editor: EditorState; prices: Prices; today: string }) {
  const question = questionOf(editor)
  const { status, people } = useEstimate(question)
  const { price, isSet, wholesale } = prices
  const found =
    people !== null && price && isSet
      ? forecast({
          line: editor.line,
          kind: editor.values.informationType,
          people,
          price: inForce(price, today),
          wholesale,
          capCents: editor.values.monthlyCapCents,
        })
      : undefined
  return (
    <Paper component="section" withBorder p="md" className={classes.aside} aria-label="Estimate">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Estimate
        </Title>
        <div role="status">
          <People status={status} people={people} isAsked={question !== null} isSearch={editor.isSearch} />
        </div>
        {found && price && <Costs found={found} price={price} />}
        <Terms prices={prices} editor={editor} today={today} />
        {found && (
          <Text size="xs" c="dimmed">
            An estimate: people and leads differ from week to week.
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

/** A limit that is not in force cuts nothing. */
function inForce(price: RetailPrice, today: string): RetailPrice {
  return limitOn(price, today) ? price : { ...price, limit: { ...price.limit, count: 0 } }
}

type PeopleProps = {
  status: ReturnType<typeof useEstimate>['status']
  people: number | null
  isAsked: boolean
  isSearch: boolean
}

function People({ status, people, isAsked, isSearch }: PeopleProps) {
  if (people !== null)
    return (
      <>
        <div className={classes.figure}>
          {toCount(people)} {status === 'asking' && <Loader size={14} aria-label="Counting" />}
        </div>
        <Text size="sm" c="dimmed">
          {people === 1 ? 'person' : 'people'} in the last 7 days
        </Text>
      </>
    )
  if (!isAsked)
    return (
      <Text size="sm" c="dimmed">
        {isSearch
          ? 'Enter keywords and an area to see how many people there are.'
          : 'Enter the page to see how many people visit it.'}
      </Text>
    )
  if (status === 'asking')
    return (
      <Text size="sm" c="dimmed">
        <Loader size={14} aria-hidden /> Counting people of the last 7 days
      </Text>
    )
  return (
    <Text size="sm" c="dimmed">
      There is no estimate at the moment. You can go on without it.
    </Text>
  )
}
