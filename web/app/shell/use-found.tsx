import { useDebouncedValue } from '@mantine/hooks'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { opens } from '#shared/access/guard.ts'
import { companyPath, pathTo } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import type { UserData } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { built } from '../built.ts'
import type { Command } from './command.ts'

const ICON = 18

export type Searcher = { viewer: Viewer; user: UserData; navigate: (to: string, label: string) => void }

/** Companies and people that the server finds, as commands. Nobody without a page about them is searched for. */
export function useFound(query: string, { viewer, user, navigate }: Searcher) {
  const [search] = useDebouncedValue(query.trim(), SEARCH_WAIT_MS)
  const mayOpen = opens(viewer, companyPath('any'), built)
  const wanted = mayOpen && search.length > 1 ? { companyId: user.companyId, search } : null
  const found = useCall('companies.find', wanted, { keep: true })
  const data = wanted ? found.data : undefined
  const commands: Command[] = [
    ...(data?.companies ?? []).map(({ id, name, kind, person, email }) => ({
      id: `company/${id}`,
      label: name,
      description: [person, email].filter(Boolean).join(' · '),
      group: kind === 'agency' ? 'Agencies' : 'Clients',
      // Found by the server, perhaps by what is not shown: the words that were typed never hide it.
      keywords: query,
      icon: <IconBuilding size={ICON} aria-hidden />,
      run: () => navigate(companyPath(id), name),
    })),
    ...(data?.people ?? []).map(({ id, name, email }) => ({
      id: `person/${id}`,
      label: name,
      description: email,
      group: 'People',
      keywords: query,
      icon: <IconUser size={ICON} aria-hidden />,
      run: () => navigate(`${pathTo('administratorList')}?q=${encodeURIComponent(name)}`, name),
    })),
  ]
  return { commands, isSearching: wanted !== null && (found.isLoading || search !== query.trim()), error: found.error }
}
