import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runbooks } from '#infra/alarms.ts'
import { expectedGapMinutes } from '#infra/cron.ts'
import { environment, parseEnvironment } from '#infra/environments.ts'
import { scheduleNames, schedules } from '#shared/schedules.ts'
import { synth } from './synth.ts'

const synthesised = synth('prod')
const { of } = synthesised
/** Parts of a composite alarm are quiet: it is the one that tells. */
const isPart = ({ Properties }: { Properties: Record<string, unknown> }) =>
  / tells nobody /.test(String(Properties.AlarmDescription))
const single = of('AWS::CloudWatch::Alarm')
// Those that take a new version back are read by the roll-out (canary.test.ts).
const parts = single.filter((alarm) => isPart(alarm) && !String(alarm.Properties.AlarmName).includes('-Canary-'))
const burns = of('AWS::CloudWatch::CompositeAlarm')
const alarms = single.filter((alarm) => !isPart(alarm))
const told = [...alarms, ...burns]

type MetricStat = { Metric: unknown; Period: number }

describe('alarms', () => {
  it.each(told.map(({ id, Properties }) => [id, Properties] as const))(
    '%s says how urgent it is and where to read what to do, and tells somebody',
    (_, properties) => {
      const text = String(properties.AlarmDescription)
      expect(text).toMatch(/^\[(page|ticket)\] What to do: https:\/\/.+\/[a-z-]+\.md$/)
      expect(existsSync(`docs/runbooks/${text.split('/').at(-1)}`), text).toBe(true)
      expect(properties.AlarmActions).toHaveLength(1)
    },
  )

  it('tell by mail when a month costs most of its budget, all of it, or will', () => {
    const [budget] = of('AWS::Budgets::Budget')
    expect(budget?.Properties).toMatchObject({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 2000, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        ['ACTUAL', 80],
        ['ACTUAL', 100],
        ['FORECASTED', 100],
      ].map(([NotificationType, Threshold]) => ({
        Notification: { NotificationType, Threshold, ThresholdType: 'PERCENTAGE', ComparisonOperator: 'GREATER_THAN' },
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: environment('prod').alarmEmail }],
      })),
    })
  })

  it('wake somebody for an entry of the audit log that could not be written, and say what to do', () => {
    const found = alarms.filter(({ Properties }) => String(Properties.AlarmName).endsWith('Dead-writeAuditLog'))
    expect(found).toHaveLength(1)
    const [{ Properties } = { Properties: {} as Record<string, unknown> }] = found
    expect(String(Properties.AlarmDescription)).toMatch(/^\[page\].*dead-letters\.md$/)
    expect([Properties.Threshold, Properties.EvaluationPeriods]).toEqual([0, 1])
    expect(readFileSync('docs/runbooks/dead-letters.md', 'utf8')).toContain('Dead-writeAuditLog')
  })

  it('cover the API, the functions, the table, the edge, mail, secrets and each frequent schedule', () => {
    const names = alarms.map(({ Properties }) =>
      String(Properties.AlarmName).replace('leadloom-prod-', '').replace(/\d+$/, ''),
    )
    for (const name of [
      'ApiErrors',
      'ApiSlow',
      'FunctionErrors',
      'FunctionThrottles',
      'TableThrottles',
      'EdgeErrors',
      'FirewallBlocks',
      'MailBounces',
      'MailComplaints',
      'Rotation-keys',
      'Rotation-originVerify',
      `Silent-${scheduleNames[0]}`,
    ])
      expect(names, name).toContain(name)
  })

  it('count refusals of the table by every operation that functions may ask for', () => {
    type Statement = { Action: string | string[] }
    const statements = of('AWS::IAM::Policy').flatMap(
      ({ Properties }) => (Properties.PolicyDocument as unknown as { Statement: Statement[] }).Statement,
    )
    const may = new Set(
      statements
        .flatMap(({ Action }) => [Action].flat())
        .flatMap((action) => action.match(/^dynamodb:(.+)/)?.[1] ?? []),
    )
    // It is asked for within transactions alone.
    may.delete('ConditionCheckItem')
    const alarm = alarms.find(({ Properties }) => String(Properties.AlarmName).endsWith('TableThrottles'))
    const counted = [...JSON.stringify(alarm?.Properties.Metrics).matchAll(/"Name":"Operation","Value":"(\w+)"/g)]
    expect(counted.map(([, name]) => name).sort()).toEqual([...may, 'TransactWriteItems'].sort())
  })

  it('watch every function', () => {
    const watched = JSON.stringify(alarms)
    const unseen = of('AWS::Lambda::Function').filter(({ id }) => !watched.includes(id))
    expect(unseen.map(({ id }) => id)).toEqual([])
  })

  it('ring where what may fail in a month is used up too fast, for long and still', () => {
    expect(burns.map(({ Properties }) => Properties.AlarmName)).toEqual([
      'leadloom-prod-Burn-fast',
      'leadloom-prod-Burn-steady',
      'leadloom-prod-Burn-slow',
    ])
    for (const { Properties } of burns) {
      const named = parts.filter(({ id }) => JSON.stringify(Properties.AlarmRule).includes(`"${id}"`))
      expect(named).toHaveLength(2)
      for (const { Properties: part } of named) expect(part.AlarmActions).toBeUndefined()
    }
    // A thousandth of all calls may fail: 14.4 times as many is 2% of a month's within an hour.
    const bounds = parts.map(({ Properties }) => Number(Properties.Threshold).toFixed(2))
    expect(bounds).toEqual(['1.44', '1.44', '0.60', '0.60', '0.30', '0.30'])
  })

  it.each(scheduleNames)(
    'wake somebody when %s did not do its work, within the time that an alarm can look back',
    (name) => {
      const found = alarms.filter(({ Properties }) => Properties.AlarmName === `leadloom-prod-Silent-${name}`)
      expect(found).toHaveLength(1)
      const { Metrics = [], EvaluationPeriods = 0, TreatMissingData } = found[0]?.Properties ?? {}
      const [stat] = Metrics.flatMap(({ MetricStat }: { MetricStat?: MetricStat }) => MetricStat ?? [])
      expect(stat?.Metric).toEqual({
        Namespace: 'Leadloom',
        MetricName: 'Done',
        Dimensions: [{ Name: 'schedule', Value: name }],
      })
      expect(TreatMissingData).toBe('breaching')
      const looksBack = (stat?.Period ?? 0) * EvaluationPeriods
      expect(looksBack).toBeGreaterThan(60 * expectedGapMinutes(schedules[name].cron))
      // A day, or a week where a period is an hour or more.
      expect(looksBack).toBeLessThanOrEqual((stat?.Period ?? 0) >= 3600 ? 7 * 86_400 : 86_400)
    },
  )

  it('treat silence as a fault where silence is one', () => {
    const silent = alarms.filter(({ Properties }) => String(Properties.AlarmName).includes('Silent-'))
    expect(silent.length).toBeGreaterThan(0)
    for (const { Properties } of silent) expect(Properties.TreatMissingData).toBe('breaching')
  })
})

describe('who is told', () => {
  const topicOf = (found: ReturnType<typeof synth>, { Properties }: (typeof told)[number]) => {
    const action = JSON.stringify(Properties.AlarmActions)
    return found.of('AWS::SNS::Topic').find(({ id }) => action.includes(id))?.id ?? ''
  }

  it('is whom the urgency says: what wakes somebody goes another way than what waits', () => {
    for (const alarm of told) {
      const isPage = String(alarm.Properties.AlarmDescription).startsWith('[page]')
      expect(topicOf(synthesised, alarm), alarm.id).toMatch(isPage ? /^Page/ : /^Ticket/)
    }
  })

  it('may be told by alarms of this account, and by no plain connection', () => {
    const policies = of('AWS::SNS::TopicPolicy')
    expect(policies).toHaveLength(2)
    for (const { Properties } of policies) {
      const text = JSON.stringify(Properties.PolicyDocument)
      expect(text).toContain('"aws:SecureTransport":"false"')
      expect(Properties.PolicyDocument).toMatchObject({
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Condition: { StringEquals: { 'aws:SourceAccount': '333333333333' } },
          }),
        ]),
      })
    }
  })

  it('reads mails, and carries a pager where there is one', () => {
    const sentBy = (found: ReturnType<typeof synth>) =>
      found.of('AWS::SNS::Subscription').map(({ id, Properties }) => `${id.slice(0, 4)} ${Properties.Protocol}`)
    expect(sentBy(synthesised).sort()).toEqual(['Page email', 'Tick email'])
    const pagerUrl = 'https://pager.example/integration/1/enqueue'
    const withPager = synth('prod', { region: 'eu-central-1', pagerUrl })
    expect(sentBy(withPager).sort()).toEqual([
      ...['Page email', 'Page email', 'Page https', 'Page https'],
      ...['Tick email', 'Tick email'],
    ])
    expect(
      withPager.of('AWS::SNS::Subscription').filter(({ Properties }) => Properties.Endpoint === pagerUrl),
    ).toHaveLength(2)
    expect(() =>
      parseEnvironment('prod', { ...environment('prod'), stage: undefined, pagerUrl: 'http://pager.example' }),
    ).toThrow(/pagerUrl/)
  })
})

describe('dashboards', () => {
  it('show the business, and each company that is watched', () => {
    const texts = (found: typeof single) => found.map(({ Properties }) => JSON.stringify(Properties.DashboardBody))
    const [, business = ''] = texts(of('AWS::CloudWatch::Dashboard')).sort(
      (a, b) => Number(a.includes('Money')) - Number(b.includes('Money')),
    )
    for (const word of ['Money', 'Mails sent', 'Sign-ins', 'NumberOfMessagesDeleted']) expect(business).toContain(word)
    const tenant = 'com_01M84WVHMFC56T0E41E55ZG2DB'
    expect(business).not.toContain(tenant)
    const watched = synth('prod', { watchedTenants: [tenant] })
    expect(texts(watched.of('AWS::CloudWatch::Dashboard')).join()).toContain(`Work of ${tenant}`)
    for (const { Properties } of watched.of('AWS::Lambda::Function', 'api'))
      expect(JSON.stringify(Properties.Environment)).toContain(`"METRIC_TENANTS":"${tenant}"`)
    for (const { Properties } of of('AWS::Lambda::Function'))
      expect(JSON.stringify(Properties.Environment ?? {})).not.toContain('METRIC_TENANTS')
  })
})

describe('runbooks', () => {
  const files = readdirSync('docs/runbooks').filter((name) => name.endsWith('.md'))

  it('are there for every alarm', () => expect(runbooks.filter((name) => !files.includes(`${name}.md`))).toEqual([]))

  it.each(runbooks)('%s says what it means, what to look at, what to do and when it is over', (name) => {
    const text = readFileSync(`docs/runbooks/${name}.md`, 'utf8')
    for (const heading of ['## What it means', '## Look', '## Do', '## Over when'])
      expect(text).toContain(`\n${heading}\n`)
  })
})
