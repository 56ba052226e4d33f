// The adapters of all tools, made at first use. Where a tool lies is configuration; what stands here is the real one.
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { openSendgrid } from './sendgrid.ts'
import type { ToolAdapter } from './tool.ts'

/** Tools that leads are handed to by an adapter; webhooks have a door of their own. */
export type AdaptedSlug = 'sendgrid'
type Open = (options: { url: string; now: () => number }) => ToolAdapter

const adapters: Readonly<Record<AdaptedSlug, { url: string; open: Open }>> = {
  sendgrid: { url: 'https://api.sendgrid.com', open: openSendgrid },
}

export const isAdapted = (slug: ToolSlug): slug is AdaptedSlug => slug in adapters

/** `urls`: other servers that speak a tool's protocol, by slug. */
export function openTools({ urls, now }: { urls: Readonly<Record<string, string>>; now: () => number }) {
  const open = new Map<AdaptedSlug, ToolAdapter>()
  return {
    async adapter(slug: AdaptedSlug): Promise<ToolAdapter> {
      const found = open.get(slug)
      if (found) return found
      const { url, open: make } = adapters[slug]
      const made = make({ url: urls[slug] ?? url, now })
      open.set(slug, made)
      return made
    },
  }
}
export type Tools = ReturnType<typeof openTools>
