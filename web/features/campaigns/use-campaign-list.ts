import { useEffect, useMemo } from 'react'
import type { ProductLine } from '#shared/model/company.ts'
import type { Input, Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { usePlaces } from '../../api/use-places.ts'
import type { ListState } from './use-list-state.ts'

export type CampaignRow = Output<'campaigns.list'>['data'][number]
type Query = Input<'campaigns.list'>

const NONE = 'none'
/** A slash cannot stand in a segment of an address, and finds nothing that a blank does not. */
const segment = (text: string) => text.replaceAll('/', ' ').trim() || NONE

/** A page of the campaigns of an agency or of one client. */
export function useCampaignList(companyId: string, line: ProductLine | undefined, state: ListState) {
  const { page, ...rest } = state
  const scope = JSON.stringify([companyId, line, rest])
  const places = usePlaces(scope)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is chosen once for each page, or its answer would ask for it again.
  const cursor = useMemo(() => places.exact(page), [scope, page])
  const list = useCall(
    'campaigns.list',
    {
      companyId,
      type: line ?? state.line ?? NONE,
      group: state.group || NONE,
      clientId: state.client || NONE,
      // @NOTE the state holds no other sorts than those of the list.
      sort: (state.sort?.key ?? NONE) as Query['sort'],
      order: state.sort?.direction ?? NONE,
      search: segment(state.search),
      campaignStatus: state.status,
      ...(state.status === 'archived' && { archived: true }),
      page,
      perPage: state.perPage,
      ...(cursor && { cursor }),
    },
    { keep: true },
  )
  const { data } = list
  useEffect(() => {
    if (data) places.remember(data)
  })
  return list
}
