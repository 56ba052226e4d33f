// Which list came to name a person whose lead was given back.
import type { Output } from '../../api/terms.ts'

type Level = NonNullable<Output<'leads.get'>['data']['credit']>['level']

const listOf: Record<Level, string> = {
  platform: "The platform's exclusion list",
  agency: "The agency's exclusion list",
  client: "The client's exclusion list",
  campaign: "The campaign's exclusion list",
}

export const creditWords = ({ level }: { level: Level }): string => `${listOf[level]} named the person`
