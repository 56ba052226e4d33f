import { describe, expect, it } from 'vitest'
import { reservedSegments, urlSegmentProblem } from '#shared/access/lines.ts'
import { routesOf } from '#shared/access/routes.ts'
import { defaultModules } from '#shared/model/company.ts'

describe('urlSegmentProblem', () => {
  const problem = (url: string) => urlSegmentProblem(url, 'local', defaultModules)

  it.each(['user', 'login', 'configuration', 'Client', 'audience', 'api'])('refuses %s, which is ours', (url) => {
    expect(problem(url)).toContain('used by the platform')
  })

  it("refuses another line's segment in any case, and accepts the line's own", () => {
    expect(problem('SearchID')).toBe('"searchid" is already the URL of Search ID. Please choose another URL.')
    expect(problem('siteid')).toBeNull()
    const loud = { ...defaultModules, locator: { name: 'Loud', url: ' LOUD ' } }
    expect(urlSegmentProblem('loud', 'local', loud)).toBe(
      '"loud" is already the URL of Loud. Please choose another URL.',
    )
  })

  it.each(['', ' ', 'a/b', '-a', 'a b', 'ä', ':id', '..', 'x'.repeat(41)])(
    'refuses "%s", which is no segment',
    (url) => {
      expect(problem(url)).toContain('letters, digits and hyphens')
    },
  )

  it('accepts anything else', () => {
    expect(problem('my-leads-2')).toBeNull()
  })

  it('reserves the first segment of every page of ours', () => {
    for (const { path } of routesOf({})) {
      const first = path.split('/')[1]?.toLowerCase()
      if (first) expect(reservedSegments).toContain(first)
    }
  })
})
