import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { owners } from '#infra/powers.ts'
import { deadVariable, jobNames, rescuedJobs } from '#shared/job-names.ts'
import { pageFiles } from '#shared/stores.ts'
import { synth } from './synth.ts'

type Statement = {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string[]>>
}

const { of } = synth('prod')
const listed = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

const policies = of('AWS::IAM::Policy').map(({ id, Properties }) => ({
  id,
  statements: (Properties.PolicyDocument as unknown as { Statement: Statement[] }).Statement,
}))
const allowed = policies.flatMap(({ id, statements }) =>
  statements.filter(({ Effect }) => Effect === 'Allow').map((statement) => ({ id, ...statement })),
)

describe('policies', () => {
  it('name every action in full', () => {
    const wide = allowed.flatMap(({ id, Action }) =>
      listed(Action)
        .filter((action) => action.includes('*'))
        .map((action) => `${id} ${action}`),
    )
    expect(wide).toEqual([])
  })

  it('reach everything only for traces, which take no resource and stand apart', () => {
    expect(allowed.filter(({ Resource }) => listed(Resource).includes('*')).map(({ id }) => id)).toEqual([])
    const shared = of('AWS::IAM::ManagedPolicy')
    expect(shared.length).toBeGreaterThan(0)
    for (const { Properties } of shared)
      expect((Properties.PolicyDocument as unknown as { Statement: Statement[] }).Statement).toEqual([
        { Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' },
      ])
  })

  it('end every other wildcard inside a folder, or at ids that are given at run time', () => {
    const open = allowed
      .flatMap(({ Resource }) => listed(Resource))
      .map((resource) => JSON.stringify(resource))
      .filter((resource) => resource.includes('*') && resource !== '"*"')
    for (const resource of open) expect(resource).toMatch(/\/[a-z]+\/\*"|:distribution-tenant\/\*"|:certificate\/\*"/)
  })

  it('bind every access to the table to the kinds of owner that the function serves, and never scan', () => {
    const onTable = allowed.filter(({ Action }) => listed(Action).some((action) => action.startsWith('dynamodb:')))
    expect(onTable.length).toBeGreaterThan(10)
    for (const { id, Action, Condition } of onTable) {
      expect(listed(Action)).not.toContain('dynamodb:Scan')
      const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []
      expect(keys.length, id).toBeGreaterThan(0)
      for (const key of keys) expect(Object.values(owners).map((head) => `${head}*`)).toContain(key)
    }
  })

  it('let the page read tenants and domains, and write nothing', () => {
    const page = policies.find(({ id }) => id.startsWith('PageHooks'))?.statements ?? []
    const actions = page.flatMap(({ Action }) => listed(Action)).filter((action) => !/^(logs|xray):/.test(action))
    const reads = /^(dynamodb:(BatchGetItem|GetItem|Query)|s3:(GetObject|ListBucket)|secretsmanager:GetSecretValue)$/
    expect(actions.filter((action) => !reads.test(action))).toEqual([])
    const keys = page.flatMap(({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [])
    expect([...new Set(keys)].sort()).toEqual(['C#*', 'D#*', 'P#*'])
  })

  it('let the page read all that it is made of, and nothing else of the site', () => {
    const site = 'arn:aws:s3:::leadloom-prod-site-333333333333'
    const ofSite = (resource: unknown) => listed(resource).filter((each) => JSON.stringify(each).includes(site))
    const may = allowed.filter(({ Resource }) => ofSite(Resource).length > 0)
    expect(may.map(({ id, Action, Resource }) => [id.replace(/Role.*/, ''), Action, ofSite(Resource)])).toEqual([
      ['PageHooks', 's3:GetObject', pageFiles.map((name) => `${site}/${name}`)],
    ])
  })

  it('lead the page to the site in the region of the edge, wherever the functions run', () => {
    const away = synth('prod', { region: 'eu-central-1' })
    const [page] = away.of('AWS::Lambda::Function').filter(({ id }) => id.startsWith('PageHooks'))
    const environment = page?.Properties.Environment as unknown as { Variables: Record<string, unknown> } | undefined
    expect(environment?.Variables.SITE_REGION).toBe(away.platform.stacks.edge.region)
    expect(away.platform.stacks.edge.region).not.toBe(away.platform.stacks.api.region)
  })

  it('let what anybody calls count and queue, and write no company', () => {
    const open = policies.find(({ id }) => id.startsWith('Public'))?.statements ?? []
    const writes = open.filter(({ Action }) => listed(Action).includes('dynamodb:PutItem'))
    const keys = writes.flatMap(
      ({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [],
    )
    expect([...keys].sort()).toEqual(['I#*', 'L#*', 'N#*', 'Q#*'])
  })

  it('let nobody read the key that seals values but who seals, and nobody write it', () => {
    const named = (resource: unknown) => JSON.stringify(resource).includes('Sealing')
    const may = allowed.filter(({ Resource }) => named(Resource))
    expect(may.map(({ id }) => id.replace(/(Api|Jobs|Hooks).*/, '')).sort()).toEqual([
      ...[
        'Account',
        'Audit',
        'Campaigns',
        'DeliverLead',
        'Developer',
        'EndConnections',
        'Enrichment',
        'Integrations',
        'LookAtDelivery',
        'Payments',
        'Pricing',
        'Security',
        'SendMail',
        'Session',
      ],
      // Links that end mails are proven by it.
      ...['Settings', 'Unsubscribe', 'Wallet', 'WriteSheet'],
    ])
    expect([...new Set(may.flatMap(({ Action }) => listed(Action)))]).toEqual(['secretsmanager:GetSecretValue'])
    const told = of('AWS::Lambda::Function').filter(({ Properties }) => named(Properties.Environment ?? {}))
    expect(told).toHaveLength(may.length)
  })

  it('let list files only who looks for them, and read them only who opens them', () => {
    const actionsOf = (head: string) => {
      const found = policies.find(({ id }) => id.startsWith(head))?.statements ?? []
      return [...new Set(found.flatMap(({ Action }) => listed(Action)))]
        .filter((action) => action.startsWith('s3:'))
        .sort()
    }
    // Forms for uploads, which the bucket itself takes.
    expect(actionsOf('DeveloperApi')).toEqual(['s3:PutObject'])
    // Folders of who was removed.
    expect(actionsOf('ForgetCompanyJobs')).toEqual(['s3:DeleteObject', 's3:ListBucket'])
    const companies = policies.find(({ id }) => id.startsWith('CompaniesApi'))?.statements ?? []
    const pictures = companies.filter((statement) => JSON.stringify(statement).includes('pictures/'))
    expect(pictures.flatMap(({ Action }) => listed(Action))).toEqual(['s3:DeleteObject'])
  })

  it('let no call begin the reading of an exclusion list whose file arrives in the bucket', () => {
    const calls = policies.find(({ id }) => id.startsWith('ExclusionsApi'))?.statements ?? []
    const sends = calls.filter(({ Action }) => listed(Action).includes('sqs:SendMessage'))
    expect(sends.length).toBeGreaterThan(0)
    expect(JSON.stringify(sends)).not.toMatch(/ImportExclusionsQueue/i)
  })

  it('let each worker put back into its own queue what only met other writers', () => {
    const mute = jobNames.filter((name) => {
      const worker = policies.find(({ id }) => id.startsWith(`${name.charAt(0).toUpperCase()}${name.slice(1)}Jobs`))
      const sends = worker?.statements.filter(({ Action }) => listed(Action).includes('sqs:SendMessage')) ?? []
      return !new RegExp(`${name}Queue`, 'i').test(JSON.stringify(sends))
    })
    expect(mute).toEqual([])
  })

  it('let the timetable alone take what deliveries gave up, and tell it where that lies', () => {
    const dead = (resource: unknown) => /DeadGetAtt|Dead[0-9A-F]{8}/.test(JSON.stringify(resource))
    const may = allowed.filter(
      ({ Action, Resource }) => dead(Resource) && listed(Action).some((action) => action !== 'sqs:SendMessage'),
    )
    expect(may.map(({ id }) => id.replace(/Role.*/, ''))).toEqual(['RetryDeliveriesSchedules'])
    expect(may.flatMap(({ Action }) => listed(Action)).sort()).toEqual(['sqs:DeleteMessage', 'sqs:ReceiveMessage'])
    expect(may.flatMap(({ Resource }) => listed(Resource))).toHaveLength(rescuedJobs.length)
    for (const job of rescuedJobs) {
      const told = of('AWS::Lambda::Function').filter(({ Properties }) =>
        JSON.stringify(Properties.Environment ?? {}).includes(`"${deadVariable(job)}"`),
      )
      expect(told.map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['RetryDeliveriesSchedules'])
    }
  })

  it('let who changes the edge look at its firewall, and nobody else', () => {
    const may = allowed.filter(({ Action }) => listed(Action).includes('wafv2:GetWebACL'))
    expect(may.map(({ id }) => id.replace(/Role.*/, '')).sort()).toEqual(['AdvanceDomainJobs', 'OriginVerifyRotations'])
    for (const { Resource } of may) expect(JSON.stringify(Resource)).toMatch(/Firewall.*Arn/)
  })

  it('let only the functions of sign-in, of view mode and of keys sign', () => {
    const signers = policies
      .filter(({ statements }) => statements.some(({ Action }) => listed(Action).includes('kms:Sign')))
      .map(({ id }) => id.replace(/Api.*/, ''))
    expect(signers.sort()).toEqual(['Account', 'Developer', 'Security', 'Session'])
  })

  it('give no key, secret or mail to workers behind queues that do not need them', () => {
    const worker = policies.find(({ id }) => id.startsWith('ImportExclusionsJobs'))?.statements ?? []
    const services = new Set(worker.flatMap(({ Action }) => listed(Action).map((action) => action.split(':')[0])))
    expect([...services].sort()).toEqual(['dynamodb', 'logs', 's3', 'sqs'])
  })
})

it('knows every head of a partition key that the data layer writes', () => {
  const files = globSync('functions/data/**/*.ts').map((name) => readFileSync(name, 'utf8'))
  const heads = files.flatMap((text) =>
    [...text.matchAll(/key\('(?:gsi\d)?pk', \[[^\]]*\], '([A-Z]+#)/g)].map((match) => match[1] ?? ''),
  )
  expect(heads.length).toBeGreaterThan(10)
  const known = new Set<string>(Object.values(owners))
  expect([...new Set(heads)].filter((head) => !known.has(head))).toEqual([])
})
