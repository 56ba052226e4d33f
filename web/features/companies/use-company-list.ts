import { useEffect, useMemo } from 'react'
import { PAGE_SIZE } from '#shared/constants.ts'
import { useMe } from '../../api/session-store.ts'
import type { Input, Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { usePlaces } from '../../api/use-places.ts'
import type { Sort } from '../../ui/data-table/table-types.ts'

export type CompanyRow = Output<'companies.list'>['data'][number]
export type CompanyPage = Output<'companies.list'>

export type CompanyQuery = {
  companyId: string
  page: number
  perPage?: number
  search?: string
  sort?: Sort | undefined
  filters?: readonly string[]
  card?: string
  campaigns?: string
  inTree?: boolean
}

/** Beside a long list's search: there it does not find what stands inside of words. */
export const searchHint = (page: CompanyPage | undefined): string | undefined =>
  page?.byBeginnings && 'Words are found by their beginnings: “smi” finds Smith, “ith” does not.'

const NONE = 'none'
/** A slash cannot stand in a segment of an address, and finds nothing that a blank does not. */
const segment = (text: string | undefined) => text?.replaceAll('/', ' ').trim() || NONE

type Shared = Pick<Input<'companies.list'>, 'sort' | 'order' | 'search' | 'page' | 'perPage' | 'filters' | 'cursor'>

function toInput({ companyId, card, campaigns, inTree }: CompanyQuery, shared: Shared): Input<'companies.list'> {
  return {
    companyId,
    group: NONE,
    rootId: NONE,
    type: NONE,
    module: NONE,
    ...shared,
    ...(card && { cardStatus: card as Input<'companies.list'>['cardStatus'] }),
    ...(campaigns && { campaignStatus: campaigns as Input<'companies.list'>['campaignStatus'] }),
    ...(inTree && { inAgencyList: true }),
  }
}

/** A page of companies. Sales people are asked for their own agencies, everybody else for what lies below a company. */
export function useCompanyList(query: CompanyQuery) {
  const me = useMe()
  const isDownline = me.userType === 'sales' && query.companyId === me.companyId
  const { page, ...rest } = query
  const scope = JSON.stringify(rest)
  const places = usePlaces(scope)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is chosen once for each page, or its answer would ask for it again.
  const cursor = useMemo(() => places.nearest(page), [scope, page])
  const shared: Shared = {
    sort: query.sort?.key ?? NONE,
    order: query.sort?.direction ?? NONE,
    search: segment(query.search),
    page,
    ...(query.perPage && query.perPage !== PAGE_SIZE && { perPage: query.perPage }),
    ...(query.filters?.length && { filters: query.filters.join(',') }),
    ...(cursor && { cursor }),
  }
  const all = useCall('companies.list', isDownline ? null : toInput(query, shared), { keep: true })
  const own = useCall(
    'companies.salesDownline',
    isDownline ? { companyId: query.companyId, salesId: me.id, ...shared } : null,
    { keep: true },
  )
  const list = isDownline ? own : all
  const { data } = list
  useEffect(() => {
    if (data) places.remember(data)
  })
  return list
}
