// The adapters of all tools, made at first use. Where a tool lies is configuration; what stands here is the real one.
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { openClickfunnels } from './clickfunnels.ts'
import { openGohighlevel } from './gohighlevel.ts'
import { gohighlevelAdapter, gohighlevelSignIn, gohighlevelUrls, openGohighlevelv2 } from './gohighlevelv2.ts'
import { googleSignIn, openGoogleSheets } from './google-sheets.ts'
import { openKartra } from './kartra.ts'
import { openMailboxpower } from './mailboxpower.ts'
import { openSendgrid } from './sendgrid.ts'
import type { SignIn, ToolAdapter } from './tool.ts'

/** What tools know the platform itself by; empty where it has no account there. */
export type PlatformKeys = {
  kartraAppId: string
  googleClientId: string
  googleClientSecret: string
  gohighlevelClientId: string
  gohighlevelClientSecret: string
}
type Options = { url: string; now: () => number; platform: () => Promise<PlatformKeys> }
type Opening = { url: string; open: (options: Options) => ToolAdapter; needs?: keyof PlatformKeys }

const openAgencies = ({ url, now, platform }: Options) =>
  openGohighlevelv2({
    // Another server that speaks the protocol speaks all of it.
    ...(url !== gohighlevelUrls.api && { urls: { signIn: url, api: url } }),
    now,
    async app() {
      const { gohighlevelClientId: clientId, gohighlevelClientSecret: clientSecret } = await platform()
      return { clientId, clientSecret }
    },
  })

const openings = {
  gohighlevelv2: {
    url: gohighlevelUrls.api,
    open: (options: Options) => gohighlevelAdapter(openAgencies(options), options.now),
    needs: 'gohighlevelClientId',
  },
  gohighlevel: { url: 'https://rest.gohighlevel.com/v1', open: openGohighlevel },
  sendgrid: { url: 'https://api.sendgrid.com', open: openSendgrid },
  kartra: { url: 'https://app.kartra.com/api', open: openKartra, needs: 'kartraAppId' },
  clickfunnels: { url: 'https://{subdomain}.myclickfunnels.com/api/v2', open: openClickfunnels },
  mailboxpower: { url: 'https://api.rocketnotes.com/api/clienttether', open: openMailboxpower },
} as const satisfies Partial<Record<ToolSlug, Opening>>

/** Tools that leads are handed to by an adapter; webhooks have a door of their own. */
export type AdaptedSlug = keyof typeof openings
const adapters: Readonly<Record<AdaptedSlug, Opening>> = openings

export const isAdapted = (slug: ToolSlug): slug is AdaptedSlug => slug in openings

type Given = { urls: Readonly<Record<string, string>>; now: () => number; platform: () => Promise<PlatformKeys> }

/** `urls`: other servers that speak a tool's protocol, by slug. */
export function openTools({ urls, now, platform }: Given) {
  const open = new Map<AdaptedSlug, ToolAdapter>()
  const google = urls.google_sheets
  const sheets = openGoogleSheets({
    ...(google && { urls: { signIn: google, tokens: google, drive: google, sheets: google } }),
    now,
    async app() {
      const { googleClientId: clientId, googleClientSecret: clientSecret } = await platform()
      return { clientId, clientSecret }
    },
  })
  const signIns: Partial<Record<ToolSlug, SignIn>> = {
    google_sheets: googleSignIn(sheets),
    gohighlevelv2: gohighlevelSignIn(openAgencies({ url: urls.gohighlevelv2 ?? gohighlevelUrls.api, now, platform })),
  }
  return {
    async adapter(slug: AdaptedSlug): Promise<ToolAdapter> {
      const found = open.get(slug)
      if (found) return found
      const { url, open: make } = adapters[slug]
      const made = make({ url: urls[slug] ?? url, now, platform })
      open.set(slug, made)
      return made
    },
    sheets: async () => sheets,
    /** Undefined of a tool that is connected otherwise. */
    signIn: async (slug: ToolSlug): Promise<SignIn | undefined> => signIns[slug],
    /** Those that can be connected here: some need an account of the platform's own. */
    async available(): Promise<ReadonlySet<ToolSlug>> {
      const slugs = Object.keys(openings).filter((slug): slug is AdaptedSlug => slug in openings)
      const keys = await platform()
      const adapted: ToolSlug[] = slugs.filter((slug) => {
        const { needs } = adapters[slug]
        return needs === undefined || Boolean(keys[needs])
      })
      return new Set(keys.googleClientId && keys.googleClientSecret ? [...adapted, 'google_sheets'] : adapted)
    },
  }
}
export type Tools = ReturnType<typeof openTools>
