// The adapters of all tools, made at first use. Where a tool lies is configuration; what stands here is the real one.
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { openClickfunnels } from './clickfunnels.ts'
import { openGohighlevel } from './gohighlevel.ts'
import { openKartra } from './kartra.ts'
import { openMailboxpower } from './mailboxpower.ts'
import { openSendgrid } from './sendgrid.ts'
import type { ToolAdapter } from './tool.ts'

/** What tools know the platform itself by; empty where it has no account there. */
export type PlatformKeys = { kartraAppId: string }
type Options = { url: string; now: () => number; platform: () => Promise<PlatformKeys> }
type Opening = { url: string; open: (options: Options) => ToolAdapter; needs?: keyof PlatformKeys }

const openings = {
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
  return {
    async adapter(slug: AdaptedSlug): Promise<ToolAdapter> {
      const found = open.get(slug)
      if (found) return found
      const { url, open: make } = adapters[slug]
      const made = make({ url: urls[slug] ?? url, now, platform })
      open.set(slug, made)
      return made
    },
    /** Those that can be connected here: some need an account of the platform's own. */
    async available(): Promise<ReadonlySet<ToolSlug>> {
      const slugs = Object.keys(openings).filter((slug): slug is AdaptedSlug => slug in openings)
      const needed = slugs.some((slug) => adapters[slug].needs) ? await platform() : undefined
      return new Set(
        slugs.filter((slug) => {
          const { needs } = adapters[slug]
          return needs === undefined || Boolean(needed?.[needs])
        }),
      )
    },
  }
}
export type Tools = ReturnType<typeof openTools>
