import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useState } from 'react'
import { SEARCH_MAX } from '#shared/constants.ts'
import { goBack, wayBack } from '../../ui/focus-return.ts'
import type { Command } from './command.ts'
import { type Searcher, useFound } from './use-found.tsx'

const toAction = ({ id, label, icon, description, keywords, run }: Command): SpotlightActionData => ({
  id,
  label,
  leftSection: icon,
  ...(description && { description }),
  ...(keywords !== undefined && { keywords }),
  onClick: run,
})

/** Commands under their headings, in the order in which the headings first come. */
function toGroups(commands: readonly Command[]) {
  const names = [...new Set(commands.map(({ group }) => group))]
  return names.map((group) => ({
    group,
    actions: commands.filter((command) => command.group === group).map(toAction),
  }))
}

/** A place that was found by the server need not stand there a second time as one that was visited. */
const isNotFound = (found: readonly Command[]) => (command: Command) =>
  command.group !== 'Recent' || !found.some(({ label }) => label === command.label)

type Props = {
  commands: readonly Command[]
  /** Who searches the server, and where what is found leads. */
  searcher: Searcher
  onClose: () => void
}

/** Everything that can be reached, by typing a part of its name. Opens as soon as it is there. */
export default function Palette({ commands, searcher, onClose }: Props) {
  const [[store, palette]] = useState(createSpotlight)
  const [way] = useState(wayBack)
  const [query, setQuery] = useState('')
  const found = useFound(query, searcher)
  useEffect(() => palette.open(), [palette])
  // What the server finds comes after the key that asked for it, when there was nothing yet that Enter could open.
  useEffect(() => {
    const first = found.commands.length > 0 && document.querySelector<HTMLElement>('[data-action]')
    if (!first || document.querySelector('[data-action][data-selected]')) return
    first.dataset.selected = 'true'
    store.updateState((state) => ({ ...state, selected: 0 }))
  })
  const nothing = found.isSearching
    ? 'Searching…'
    : found.error
      ? 'Campaigns, companies and people could not be searched. Try again in a moment.'
      : 'Nothing goes by that name.'
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={toGroups([...found.commands, ...commands.filter(isNotFound(found.commands))])}
      shortcut={null}
      centered={false}
      yOffset="10dvh"
      scrollable
      maxHeight={420}
      limit={40}
      nothingFound={nothing}
      // Gone only when it has left, so that the focus finds its way back.
      transitionProps={{
        duration: 120,
        onExited: () => {
          onClose()
          goBack(way)
        },
      }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      overlayProps={{ blur: 0 }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        maxLength: SEARCH_MAX,
        placeholder: 'Go to a page, a campaign, a company or a person, or do something',
        'aria-label': 'Go to a page, or do something',
      }}
    />
  )
}
