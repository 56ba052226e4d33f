import { Button, Text } from '@mantine/core'
import type { Output } from '../../api/terms.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import classes from './view-people-list.module.css'

export type Person = Output<'account.viewable'>['data'][number]

type Props = {
  found: {
    data: Output<'account.viewable'> | undefined
    failure: string | undefined
    isValidating: boolean
    reload: () => unknown
  }
  isSearched: boolean
  /** The id of the person whose view is being opened. */
  beginning: string
  onChoose: (person: Person) => void
  onOpen: (agency: Person) => void
}

/** Companies with their main people; an agency also leads to its clients. */
export function PeopleList({ found, isSearched, beginning, onChoose, onOpen }: Props) {
  const { data } = found
  if (!data) return <NotYet of={found} title="The companies could not be loaded" rows={5} height={28} />
  if (data.data.length === 0)
    return (
      <EmptyState title="Nobody found">{isSearched ? 'Try other words.' : 'There is no company here yet.'}</EmptyState>
    )
  return (
    <>
      <ul className={classes.list} aria-label="People">
        {data.data.map((person) => (
          <li key={person.userId} className={classes.row}>
            <span className={classes.who}>
              <Text size="sm" fw={500} truncate dir="auto">
                {person.companyName}
              </Text>
              <Text size="xs" c="dimmed" truncate dir="auto">
                {person.name} · {person.email}
              </Text>
            </span>
            {person.hasClients && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Clients of ${person.companyName}`}
                onClick={() => onOpen(person)}
              >
                Clients
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`View as ${person.name}`}
              loading={beginning === person.userId}
              disabled={beginning !== '' && beginning !== person.userId}
              onClick={() => onChoose(person)}
            >
              View as
            </Button>
          </li>
        ))}
      </ul>
      {data.total > data.data.length && (
        <Text size="xs" c="dimmed">
          The first {data.data.length} of {data.total.toLocaleString('en-US')} are shown. Search to find others.
        </Text>
      )}
    </>
  )
}
