import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type ReactNode, useEffect, useState } from 'react'
import { goBack, wayBack } from '../../ui/focus-return.ts'

export type Command = {
  id: string
  label: string
  /** Under which heading it stands. */
  group: string
  icon?: ReactNode
  /** Other words by which it is found. */
  keywords?: string
  run: () => void
}

const toAction = ({ id, label, icon, keywords, run }: Command): SpotlightActionData => ({
  id,
  label,
  leftSection: icon,
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

type Props = { commands: readonly Command[]; onClose: () => void }

/** Everything that can be reached, by typing a part of its name. Opens as soon as it is there. */
export default function Palette({ commands, onClose }: Props) {
  const [[store, palette]] = useState(createSpotlight)
  const [way] = useState(wayBack)
  useEffect(() => palette.open(), [palette])
  return (
    <Spotlight
      store={store}
      actions={toGroups(commands)}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={40}
      nothingFound="Nothing goes by that name."
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
        placeholder: 'Go to a page, or do something',
        'aria-label': 'Go to a page, or do something',
      }}
    />
  )
}
