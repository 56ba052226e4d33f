import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, opens } from '#shared/access/guard.ts'
import { landingAfterSso, landingOfVisitor } from '#shared/access/landing.ts'
import { type MenuEntry, settingsMenu, sidebar } from '#shared/access/menu.ts'
import { profileMenu } from '#shared/access/profile-menu.ts'
import { routesOf } from '#shared/access/routes.ts'
import type { Permissions, Viewer } from '#shared/access/viewer.ts'
import { connectionStates, defaultModules } from '#shared/model/company.ts'
import { userTypes } from '#shared/model/user.ts'

const flag = fc.boolean()
const permission = flag.map((enabled) => ({ enabled, create: enabled, update: enabled, delete: enabled }))
const permissions: fc.Arbitrary<Permissions> = fc.record({
  modules: fc.record({ adsDesign: permission, campaign: permission, leads: permission, settings: permission }),
  reportAnalytics: flag,
})
const beta = fc.record({ isBeta: flag, appliesToAllAgencies: flag })
// Segments that clash with ours, with each other, or are none at all.
const module = fc.record({
  name: fc.constantFrom('', 'Mine', 'Site ID'),
  url: fc.constantFrom('', 'mine', 'siteid', 'b2bid', 'user', 'configuration', 'login', 'a/b', ':x'),
})
const modules: fc.Arbitrary<Viewer['modules']> = fc.oneof(
  fc.constant(defaultModules),
  fc.record({ local: module, locator: module, enhance: module, b2b: module }, { requiredKeys: [] }),
)
const failure = fc.constantFrom('' as const, 'paymentfailed' as const)

const viewers: fc.Arbitrary<Viewer> = fc.record({
  userType: fc.constantFrom(...userTypes),
  isSystemUser: flag,
  isRootCompany: flag,
  isAccountExecutive: flag,
  isViewing: flag,
  permissions,
  viewModePermissions: fc.option(permissions),
  menuLeads: flag,
  leadType: fc.constantFrom('' as const, 'local' as const, 'locator' as const),
  modules,
  disableClientAddCampaign: flag,
  setupChecked: flag,
  setupComplete: flag,
  profileSetupCompleted: flag,
  hasCard: flag,
  manualBill: flag,
  accessModule: failure,
  accessModuleAgency: failure,
  paymentStatusFailed: flag,
  connectionState: fc.constantFrom(...connectionStates),
  gateway: fc.constantFrom('' as const, 'stripe' as const, 'other' as const),
  packageId: fc.constantFrom('', 'p'),
  chargesEnabled: flag,
  payoutsEnabled: flag,
  accountRequirements: fc.constantFrom([], ['external_account']),
  betas: fc.record({ b2b: beta, dataWallet: beta }),
  isBetaCompany: flag,
  apiMode: flag,
  domainIsRootCompany: flag,
  ownSystem: flag,
  isPlatformRootAgency: flag,
  supportUrl: fc.constantFrom(null, 'https://help.example'),
})

const pathsOf = (viewer: Viewer | null) => [
  ...routesOf(viewer?.modules ?? defaultModules).map(({ path }) => path.replace(/:\w+\??/, 'x')),
  '/zzz',
  '',
]

const MAX_REDIRECTS = 3

/** How many redirects it takes until a page or the 404 page stands. */
function redirectsFrom(viewer: Viewer | null, path: string): number {
  let at = path
  for (let taken = 0; taken <= MAX_REDIRECTS; taken++) {
    const decision = decide(viewer, at, defaultModules)
    if (decision.kind !== 'redirect') return taken
    at = decision.to
  }
  return Number.POSITIVE_INFINITY
}

const links = (entries: MenuEntry[]) => entries.flatMap((entry) => ('children' in entry ? entry.children : [entry]))

describe('for every viewer there may be', () => {
  it('RTE-094 no path redirects more than three times', () => {
    fc.assert(
      fc.property(fc.option(viewers, { freq: 20 }), (viewer) => {
        for (const path of pathsOf(viewer)) {
          expect(redirectsFrom(viewer, path), path).toBeLessThanOrEqual(MAX_REDIRECTS)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('every menu link leads to a page that is shown', () => {
    fc.assert(
      fc.property(viewers, (viewer) => {
        const all = [...sidebar(viewer), ...settingsMenu(viewer).items, ...profileMenu(viewer)]
        for (const link of links(all)) {
          if ('to' in link) expect(opens(viewer, link.to), link.to).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('a landing page is never a 404', () => {
    fc.assert(
      fc.property(viewers, (viewer) => {
        for (const landing of [landingAfterSso(viewer), landingOfVisitor(viewer)]) {
          expect(decide(viewer, landing, defaultModules).kind, landing).not.toBe('notFound')
        }
      }),
      { numRuns: 1000 },
    )
  })
})
