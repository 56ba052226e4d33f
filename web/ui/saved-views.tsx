import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { leave } from './leave.ts'
import classes from './saved-views.module.css'

type View = { name: string; address: string }
type Props = {
  views: readonly View[]
  /** Whether there is room for one more. */
  mayAdd: boolean
  onSave: (view: View) => void
  onRemove: (name: string) => void
}

const LONGEST = 60

/** What a list shows, without the page that it was left at. */
function viewAt(search: string): string {
  const address = new URLSearchParams(search)
  address.delete('page')
  return address.toString()
}

/** What a list shows, kept under names of one's own: search, filters, sort and rows, as the address says them. */
export function SavedViews({ views, mayAdd, onSave, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const here = viewAt(useLocation().search)
  const navigate = useNavigate()
  const go = ({ address }: View) =>
    leave('rows', () => {
      setOpen(false)
      navigate({ search: address })
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (!wanted) return setFault('Enter a name.')
    onSave({ name: wanted, address: here })
    setName('')
  }
  return (
    <Popover position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" w={260}>
          {views.length === 0 ? (
            <Text size="sm" c="dimmed">
              Search, filter and sort, and keep it here under a name.
            </Text>
          ) : (
            <ul className={classes.list} aria-label="Saved views">
              {views.map((view) => (
                <li key={view.name} className={classes.view}>
                  <UnstyledButton
                    className={classes.name}
                    dir="auto"
                    title={view.name}
                    {...(view.address === here && { 'aria-current': 'true' as const })}
                    onClick={() => go(view)}
                  >
                    {view.name}
                  </UnstyledButton>
                  <ActionIcon aria-label={`Remove ${view.name}`} onClick={() => onRemove(view.name)}>
                    <IconX size={14} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          {mayAdd ? (
            <form onSubmit={save} noValidate>
              <Group gap="xs" align="flex-start" wrap="nowrap">
                <TextInput
                  flex={1}
                  aria-label="Name of the view"
                  placeholder="Name of the view"
                  maxLength={LONGEST}
                  value={name}
                  error={fault}
                  onChange={(event) => {
                    setName(event.currentTarget.value)
                    setFault('')
                  }}
                />
                <Button type="submit" variant="default">
                  Save
                </Button>
              </Group>
            </form>
          ) : (
            <Text size="sm" c="dimmed">
              {`${views.length} views are the most. Remove one to save another.`}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
