import { Anchor, Breadcrumbs, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useState } from 'react'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { PeopleList, type Person } from './view-people-list.tsx'

type Props = {
  /** Begins the look, and goes to where it starts. */
  onChoose: (userId: string) => Promise<void>
  onClose: () => void
}

/** Finds whose eyes to borrow: the agencies of the root, and the clients of each. */
export default function ViewAsDialog({ onChoose, onClose }: Props) {
  const me = useMe()
  const [isOpen, setOpen] = useState(true)
  const [agency, setAgency] = useState<Person | null>(null)
  const [search, setSearch] = useState('')
  const [beginning, setBeginning] = useState('')
  const [query] = useDebouncedValue(search.trim(), SEARCH_WAIT_MS)
  const companyId = agency?.companyId ?? me.companyId
  const found = useCall('account.viewable', { companyId, search: query }, { keep: true })

  const choose = async ({ userId }: Person) => {
    setBeginning(userId)
    try {
      await onChoose(userId)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    setBeginning('')
  }
  const openAgency = (next: Person | null) => {
    setAgency(next)
    setSearch('')
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="View as someone"
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          You see what they see, for an hour. What you change is written down in both names.
        </Text>
        {agency && (
          <Breadcrumbs>
            <Anchor component="button" type="button" size="sm" onClick={() => openAgency(null)}>
              All agencies
            </Anchor>
            <Text size="sm">{agency.companyName}</Text>
          </Breadcrumbs>
        )}
        <TextInput
          aria-label={agency ? 'Search clients' : 'Search agencies'}
          placeholder={agency ? 'Search clients' : 'Search agencies'}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          data-autofocus
        />
        <PeopleList
          found={found}
          isSearched={query !== ''}
          beginning={beginning}
          onChoose={(person) => void choose(person)}
          onOpen={openAgency}
        />
      </Stack>
    </Dialog>
  )
}
