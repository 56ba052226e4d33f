import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runbooks } from '#infra/alarms.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { synth } from './synth.ts'

const { of } = synth('prod')
const alarms = of('AWS::CloudWatch::Alarm')

describe('alarms', () => {
  it.each(alarms.map(({ id, Properties }) => [id, Properties] as const))(
    '%s says how urgent it is and where to read what to do, and tells somebody',
    (_, properties) => {
      const text = String(properties.AlarmDescription)
      expect(text).toMatch(/^\[(page|ticket)\] What to do: https:\/\/.+\/[a-z-]+\.md$/)
      expect(existsSync(`docs/runbooks/${text.split('/').at(-1)}`), text).toBe(true)
      expect(properties.AlarmActions).toHaveLength(1)
    },
  )

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

  it('watch every function', () => {
    const watched = JSON.stringify(alarms)
    const unseen = of('AWS::Lambda::Function').filter(({ id }) => !watched.includes(id))
    expect(unseen.map(({ id }) => id)).toEqual([])
  })

  it('treat silence as a fault where silence is one', () => {
    const silent = alarms.filter(({ Properties }) => String(Properties.AlarmName).includes('Silent-'))
    expect(silent.length).toBeGreaterThan(0)
    for (const { Properties } of silent) expect(Properties.TreatMissingData).toBe('breaching')
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
