// Where the screens around campaigns lead.
import { pathTo } from '#shared/access/routes.ts'
import type { ProductLine } from '#shared/model/company.ts'

type Editing = {
  line?: ProductLine | undefined
  /** The public number of the campaign that is edited. */
  campaign?: string
  /** The campaign that a new one begins as. */
  copy?: string
  /** The client that a new one is for. */
  client?: string | undefined
}

/** The editor: with a campaign that campaign, otherwise a new one. */
export function editorPath({ line, campaign, copy, client }: Editing): string {
  const query = new URLSearchParams(
    Object.entries({ line, campaign, copy, client }).flatMap(([name, value]): [string, string][] =>
      value ? [[name, value]] : [],
    ),
  ).toString()
  return query ? `${pathTo('campaignSetup')}?${query}` : pathTo('campaignSetup')
}

/** Another page of the product line that a page belongs to. */
export const besidePath = (path: string, page: string): string => `${path.slice(0, path.lastIndexOf('/'))}/${page}`
