import { Button, Menu, TextInput } from '@mantine/core'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lazy, Suspense, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { discardChanges, isGuarded, keepEditing, noQuestion } from '#tests/web/support/unsaved.ts'
import { CancelButton } from '#web/ui/cancel-button.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { leave } from '#web/ui/leave.ts'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { render } from '../render.tsx'

type LayerProps = { kind: 'dialog' | 'panel'; onClose: () => void }

/** A dialog as the features write them: it is there with its opening, and goes when it has left. */
function Layer({ kind, onClose }: LayerProps) {
  const [isOpen, setOpen] = useState(true)
  const [text, setText] = useState('')
  // Nothing moves here, so the end of the movement is not told.
  const close = () => {
    setOpen(false)
    setTimeout(onClose)
  }
  const shared = {
    opened: isOpen,
    isDirty: text !== '',
    title: 'Something',
    onClose: close,
  }
  const content = (
    <>
      <TextInput label="Name" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <CancelButton onCancel={close} />
      <Button onClick={close}>Save</Button>
    </>
  )
  return kind === 'dialog' ? <Dialog {...shared}>{content}</Dialog> : <SidePanel {...shared}>{content}</SidePanel>
}

const Late = lazy(async () => ({ default: Layer }))

function Page({ kind }: { kind: LayerProps['kind'] }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      <Button onClick={open}>Open it</Button>
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open}>Open it too</Menu.Item>
          <Menu.Item onClick={() => void confirm({ title: 'Sure?', children: 'It goes.', confirmLabel: 'Yes' })}>
            Ask
          </Menu.Item>
          <Menu.Item>Nothing</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>{isOpen && <Late kind={kind} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Something' })).toBeNull())
const focusOn = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

describe.each(['dialog', 'panel'] as const)('a %s', (kind) => {
  it('asks before Escape, its close button and Cancel take changes away, and keeps them', async () => {
    const { user } = render(<Page kind={kind} />)
    await user.click(screen.getByRole('button', { name: 'Open it' }))
    await user.type(await screen.findByLabelText('Name'), 'Cedar')
    expect(isGuarded()).toBe(true)
    const ways = [
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('button', { name: 'Close' })),
      () => user.click(screen.getByRole('button', { name: 'Cancel' })),
    ]
    for (const way of ways) {
      await way()
      await keepEditing(user)
      expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Cedar')
    }
    await user.keyboard('{Escape}')
    await discardChanges(user)
    await isGone()
    expect(isGuarded()).toBe(false)
    await focusOn('Open it')
  })

  it('takes Escape at the question as a wish to go on, and asks once', async () => {
    const { user } = render(<Page kind={kind} />)
    await user.click(screen.getByRole('button', { name: 'Open it' }))
    await user.type(await screen.findByLabelText('Name'), 'Cedar')
    await user.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'You have unsaved changes' })
    await user.keyboard('{Escape}')
    await noQuestion()
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Cedar')
  })

  it('asks once more what wants to leave right behind an answer, however busy the machine is', async () => {
    const { user } = render(<Page kind={kind} />)
    await user.click(screen.getByRole('button', { name: 'Open it' }))
    await user.type(await screen.findByLabelText('Name'), 'Cedar')
    leave('page', vi.fn(), vi.fn())
    const question = await screen.findByRole('dialog', { name: 'You have unsaved changes' })
    fireEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    // What was promised is done, and no timer has come up yet.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    const [go, stay] = [vi.fn(), vi.fn()]
    act(() => leave('page', go, stay))
    expect(stay).not.toHaveBeenCalled()
    await discardChanges(user)
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('asks nothing where nothing changed, and nothing after it was saved', async () => {
    const { user } = render(<Page kind={kind} />)
    await user.click(screen.getByRole('button', { name: 'Open it' }))
    await user.type(await screen.findByLabelText('Name'), 'x{Backspace}')
    await user.keyboard('{Escape}')
    await isGone()
    await user.click(screen.getByRole('button', { name: 'Open it' }))
    await user.type(await screen.findByLabelText('Name'), 'Cedar')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await isGone()
    await noQuestion()
    expect(isGuarded()).toBe(false)
  })

  it('gives the focus back to what opened it, and for an item of a menu to the button of the menu', async () => {
    const { user } = render(<Page kind={kind} />)
    await user.click(screen.getByRole('button', { name: 'Open it' }))
    await screen.findByRole('dialog', { name: 'Something' })
    await user.keyboard('{Escape}')
    await isGone()
    await focusOn('Open it')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open it too' }))
    await screen.findByRole('dialog', { name: 'Something' })
    await user.keyboard('{Escape}')
    await isGone()
    await focusOn('More')
  })
})

function Gone() {
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed')
  return (
    <main id="content" tabIndex={-1}>
      {state !== 'done' && <Button onClick={() => setState('open')}>Delete it</Button>}
      <Dialog opened={state === 'open'} onClose={() => setState('done')} title="Something">
        Text
      </Dialog>
    </main>
  )
}

describe('the focus', () => {
  it('goes back to the button of a menu whose item asked something, or did something', async () => {
    const { user } = render(<Page kind="dialog" />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ask' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await focusOn('More')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Nothing' }))
    await focusOn('More')
  })

  it('is not taken from what an item of a menu opened, also while a button in it waits for an answer', async () => {
    const { user } = render(<Page kind="dialog" />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open it too' }))
    const dialog = await screen.findByRole('dialog', { name: 'Something' })
    // As browsers do: what cannot be pressed has no focus.
    const field = within(dialog).getByLabelText('Name')
    // The menu itself puts the focus on its button as it goes.
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    // The dialog takes it after that, on a busy machine much later.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await new Promise((resolve) => setTimeout(resolve, 60))
    field.focus()
    field.blur()
    // Longer than a menu takes to go.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(document.activeElement).toBe(document.body)
  })

  it('goes to the content of the page where what opened a dialog is gone with it', async () => {
    const { user } = render(<Gone />)
    await user.click(screen.getByRole('button', { name: 'Delete it' }))
    await screen.findByRole('dialog', { name: 'Something' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  })
})

type Row = { id: string }

function Editor({ row, onClose }: { row: Row; onClose: () => void }) {
  const [text, setText] = useState(row.id)
  useLeaveGuard(text !== row.id, onClose)
  return <TextInput label="Edited" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
}

function List({ onSearch }: { onSearch: (text: string) => void }) {
  const [editing, setEditing] = useState('')
  return (
    <>
      <FilterBar search={{ value: '', onChange: onSearch }} />
      <DataTable<Row>
        label="Things"
        rows={[{ id: 'Ash' }, { id: 'Birch' }]}
        columns={[{ key: 'id', label: 'Name', sortable: true, render: ({ id }) => id }]}
        keyOf={({ id }) => id}
        nameOf={({ id }) => id}
        empty={{ title: 'None' }}
        onSort={(sort) => onSearch(`sorted ${sort?.direction}`)}
        actions={({ id }) => [
          { key: 'edit', label: 'Edit', icon: null, onClick: () => leave('rows', () => setEditing(id)) },
        ]}
        instead={(row) => row.id === editing && <Editor row={row} onClose={() => setEditing('')} />}
      />
    </>
  )
}

describe('a row that is edited', () => {
  it('is kept before another row, another order or a search takes its changes away', async () => {
    const onSearch = vi.fn()
    const { user } = render(<List onSearch={onSearch} />)
    await user.click(screen.getByRole('button', { name: 'Edit Ash' }))
    await user.type(screen.getByLabelText('Edited'), ' tree')
    await user.click(screen.getByRole('button', { name: 'Edit Birch' }))
    await keepEditing(user)
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await keepEditing(user)
    const search = screen.getByRole('searchbox')
    await user.type(search, 'oak')
    await keepEditing(user)
    expect((search as HTMLInputElement).value).toBe('')
    expect(onSearch).not.toHaveBeenCalled()
    expect((screen.getByLabelText('Edited') as HTMLInputElement).value).toBe('Ash tree')
    await user.click(screen.getByRole('button', { name: 'Edit Birch' }))
    await discardChanges(user)
    expect((screen.getByLabelText('Edited') as HTMLInputElement).value).toBe('Birch')
  })

  it('is closed where the list stays and its changes were given up', async () => {
    const onSearch = vi.fn()
    const { user } = render(<List onSearch={onSearch} />)
    await user.click(screen.getByRole('button', { name: 'Edit Ash' }))
    await user.type(screen.getByLabelText('Edited'), ' tree')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await discardChanges(user)
    expect(onSearch).toHaveBeenCalledWith('sorted asc')
    expect(screen.queryByLabelText('Edited')).toBeNull()
  })
})
