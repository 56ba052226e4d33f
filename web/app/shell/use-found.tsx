import { useDebouncedValue } from '@mantine/hooks'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { opens } from '#shared/access/guard.ts'
import { companyPath, findLineRoute, pathTo } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import type { UserData } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import type { Command } from './command.ts'

const ICON = 18

export type Searcher = { viewer: Viewer; user: UserData; navigate: (to: string, label: string) => void }

type Found = Output<'campaigns.find'>['campaigns'][number]

/** Where a campaign is found again: among those of all products, of its own, or on the page of its client. */
function placeOf(viewer: Viewer, { campaignNumber, companyId, productLine }: Found): string | undefined {
  const list = [pathTo('campaign'), findLineRoute(viewer.modules, 'lineCampaignManagement', productLine)?.path].find(
    (path) => path !== undefined && opens(viewer, path),
  )
  if (list) return `${list}?q=${campaignNumber}`
  return opens(viewer, companyPath(companyId))
    ? `${companyPath(companyId, 'campaigns')}&cq=${campaignNumber}`
    : undefined
}

/** Campaigns, companies and people that the server finds, as commands. Nobody is searched for what no page shows them. */
export function useFound(query: string, { viewer, user, navigate }: Searcher) {
  const [search] = useDebouncedValue(query.trim(), SEARCH_WAIT_MS)
  const mayReadCampaigns = useMay()('campaign:read', 'GET')
  const isAsked = search.length > 1
  const wanted = { companyId: user.companyId, search }
  const mayOpen = opens(viewer, companyPath('any'))
  const found = useCall('companies.find', isAsked && mayOpen ? wanted : null)
  const campaigns = useCall('campaigns.find', isAsked && mayReadCampaigns ? wanted : null)
  const data = isAsked && mayOpen ? found.data : undefined
  const commands: Command[] = [
    ...((isAsked && mayReadCampaigns && campaigns.data?.campaigns) || []).flatMap((campaign) => {
      const to = placeOf(viewer, campaign)
      const { id, campaignName, campaignNumber, companyName } = campaign
      return to === undefined
        ? []
        : {
            id: `campaign/${id}`,
            label: campaignName,
            description: `${campaignNumber} · ${companyName}`,
            group: 'Campaigns',
            // Found by the server, perhaps by what is not shown: the words that it was asked for never hide it. Other words do,
            // or what was found for the former ones would pass for theirs.
            keywords: search,
            icon: <IconSpeakerphone size={ICON} aria-hidden />,
            run: () => navigate(to, campaignName),
          }
    }),
    ...(data?.companies ?? []).map(({ id, name, kind, person, email }) => ({
      id: `company/${id}`,
      label: name,
      description: [person, email].filter(Boolean).join(' · '),
      group: kind === 'agency' ? 'Agencies' : 'Clients',
      keywords: search,
      icon: <IconBuilding size={ICON} aria-hidden />,
      run: () => navigate(companyPath(id), name),
    })),
    ...(data?.people ?? []).map(({ id, name, email }) => ({
      id: `person/${id}`,
      label: name,
      description: email,
      group: 'People',
      keywords: search,
      icon: <IconUser size={ICON} aria-hidden />,
      run: () => navigate(`${pathTo('administratorList')}?q=${encodeURIComponent(name)}`, name),
    })),
  ]
  const isBusy = found.isLoading || campaigns.isLoading || search !== query.trim()
  return {
    commands,
    isSearching: query.trim().length > 1 && (mayOpen || mayReadCampaigns) && isBusy,
    error: found.error ?? campaigns.error,
  }
}
