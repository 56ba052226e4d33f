// The firewall before the edge: what it counts by address, in any spelling, and what it keeps of it.
import { describe, expect, it } from 'vitest'
import { publicCalls } from '#infra/edge/firewall-paths.ts'
import { allCalls, contracts } from '#shared/contracts/index.ts'
import { synth } from './synth.ts'

const { of } = synth('prod')

type Match = { RegexString: string; TextTransformations: { Priority: number; Type: string }[] }
type Scope = {
  RegexMatchStatement?: Match
  NotStatement?: { Statement: Scope }
  AndStatement?: { Statements: Scope[] }
}
type RatedRule = { Name: string; Statement: { RateBasedStatement?: { ScopeDownStatement: Scope } } }

/** Whether a path, as the firewall sees it, is counted by a rule of this scope. */
function isCounted(scope: Scope, path: string): boolean {
  if (scope.AndStatement) return scope.AndStatement.Statements.every((each) => isCounted(each, path))
  if (scope.NotStatement) return !isCounted(scope.NotStatement.Statement, path)
  return new RegExp(scope.RegexMatchStatement?.RegexString ?? '').test(path)
}
const matchesOf = ({ RegexMatchStatement, NotStatement, AndStatement }: Scope): Match[] => [
  ...(RegexMatchStatement ? [RegexMatchStatement] : []),
  ...(NotStatement ? matchesOf(NotStatement.Statement) : []),
  ...(AndStatement?.Statements.flatMap(matchesOf) ?? []),
]

describe('the firewall', () => {
  const [acl] = of('AWS::WAFv2::WebACL')
  it('stands before the distribution, bounds addresses and uses rules that are kept up to date', () => {
    expect(JSON.stringify(of('AWS::CloudFront::Distribution')[0]?.Properties)).toContain(acl?.id)
    const rules = acl?.Properties.Rules as unknown as {
      Name: string
      Statement: { RateBasedStatement?: { Limit: number } }
    }[]
    expect(rules.map(({ Name, Statement }) => Statement.RateBasedStatement?.Limit ?? Name)).toEqual([
      100,
      50,
      300,
      600,
      1500,
      30_000,
      3000,
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ])
  })
  const { Rules: listed = [] } = (acl?.Properties ?? {}) as unknown as { Rules?: RatedRule[] }
  const rated = listed.filter(({ Statement }) => Statement.RateBasedStatement)
  const scopeOf = ({ Statement }: RatedRule) => Statement.RateBasedStatement?.ScopeDownStatement ?? {}
  /** What the firewall makes of a path before it compares. */
  const oneSpelling = (path: string) => new URL(decodeURIComponent(path).replace(/\/+/g, '/'), 'https://a').pathname
  const countedBy = (path: string) =>
    rated.filter((rule) => isCounted(scopeOf(rule), oneSpelling(path).toLowerCase())).map(({ Name }) => Name)

  it('decodes, normalises and lower-cases a path before it counts', () => {
    for (const { TextTransformations } of rated.flatMap((rule) => matchesOf(scopeOf(rule))))
      expect(TextTransformations).toEqual([
        { Priority: 0, Type: 'URL_DECODE' },
        { Priority: 1, Type: 'NORMALIZE_PATH' },
        { Priority: 2, Type: 'LOWERCASE' },
      ])
    for (const path of ['/api/login', '/api/%6cogin', '/API/Login', '//api//login', '/api/x/../login', '/api/login/'])
      expect(countedBy(path), path).toEqual(['GuessesPerAddress', 'CallsPerAddress'])
  })

  it('bounds every call that needs no sign-in, each where it was decided to', () => {
    const decided = Object.values(publicCalls).flat()
    const named = (path: string) => decided.filter((call) => call.path === path).length
    const open = allCalls.filter(({ call }) => call.can === 'anyone')
    expect(open.filter(({ call }) => named(call.path) !== 1).map(({ id }) => id)).toEqual([])
    // The reverse: nothing else stands there but a call with a sign-in that sends mails, and a page that is no call.
    const paths = open.map(({ call }) => call.path)
    expect(decided.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([
      '/resend-confirmation',
      '/hooks/unsubscribe',
    ])
    const example = (path: string) => `/api${path.replace(/\{\w+\}/g, 'x')}`
    for (const { path } of publicCalls.opened)
      expect(countedBy(example(path)), path).toEqual(['OpenedPerAddress', 'CallsPerAddress'])
    for (const { path } of publicCalls.begun) expect(countedBy(example(path)), path).toEqual(['CallsPerAddress'])
    expect(countedBy('/api/hooks/unsubscribe/abc')).toEqual(['OpenedPerAddress', 'CallsPerAddress'])
    // Events of the payment provider come from few addresses, and many at once: they are counted by themselves alone.
    for (const path of ['/api/hooks/stripe', '/API//hooks/stripe/', '/api/hooks/%73tripe'])
      expect(countedBy(path), path).toEqual(['EventsPerAddress'])
    expect(countedBy('/api/hooks/stripe/x')).toEqual(['CallsPerAddress'])
  })

  it('counts guesses, mails, visits, pages and calls by themselves', () => {
    const { session, security } = contracts
    const guesses = [session.login, session.verifyReset, session.setPassword, session.confirmEmail, session.sso]
    for (const { path } of [...guesses, security.verifyLogin])
      expect(countedBy(`/api${path}`), path).toEqual(['GuessesPerAddress', 'CallsPerAddress'])
    for (const { path } of [session.forgot, session.register, session.resendConfirmation, security.resendCode])
      expect(countedBy(`/api${path}`), path).toEqual(['MailsPerAddress', 'CallsPerAddress'])
    expect(countedBy('/px/collect')).toEqual(['VisitsPerAddress'])
    expect(countedBy('/api/user/usr_1')).toEqual(['CallsPerAddress'])
    for (const page of ['/', '/login', '/user/profile', '/apiary', '/loginx'])
      expect(countedBy(page)).toEqual(['PagesPerAddress'])
    for (const file of ['/assets/main-1.js', '/fonts/inter.woff2', '/px/12345678.js', '/favicon.ico'])
      expect(countedBy(file), file).toEqual([])
  })

  it('keeps within what a firewall of the usual price may hold', () => {
    const matches = rated.flatMap((rule) => matchesOf(scopeOf(rule)))
    for (const { RegexString } of matches) expect(RegexString.length).toBeLessThanOrEqual(512)
    // 1,500 units of capacity: two for each counted address, three for a pattern, ten for each of its transformations; and the lists
    // of AWS as their documents say.
    expect(2 * rated.length + matches.length * (3 + 3 * 10) + 25 + 200 + 700).toBeLessThanOrEqual(1500)
  })

  it('logs what it stopped, without tokens', () => {
    expect(of('AWS::WAFv2::LoggingConfiguration')[0]?.Properties.RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
    ])
  })
})
