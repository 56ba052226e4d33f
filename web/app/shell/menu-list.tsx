import { Badge, Tooltip, UnstyledButton } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { memo, useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type MenuGroup, type MenuLink, sidebar } from '#shared/access/menu.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { iconOf } from './icons.ts'
import classes from './menu-list.module.css'
import { isAt, toSections } from './menu-sections.ts'

export function MenuList({ viewer }: { viewer: Viewer }) {
  return <Sections viewer={viewer} pathname={useLocation().pathname} />
}

/** Drawn anew for another page, and not for each letter of a search that stands in the address. */
const Sections = memo(function Sections({ viewer, pathname }: { viewer: Viewer; pathname: string }) {
  const entries = sidebar(viewer)
  // Two entries may open the same page, in two groups the very same entry; the person is only at one of them.
  const place = entries.find((entry) =>
    ('children' in entry ? entry.children : [entry]).some((link) => isAt(pathname, link)),
  )
  return (
    <>
      {toSections(entries).map(({ name, entries: own }) => (
        <div key={name} className={classes.section}>
          <p className={classes.heading} aria-hidden>
            <span data-collapsible>{name}</span>
          </p>
          <ul className={classes.list} aria-label={name}>
            {own.map((entry) => (
              <li key={entry.id}>
                {'children' in entry ? (
                  <Group group={entry} isCurrent={entry === place} pathname={pathname} />
                ) : (
                  <Entry link={entry} isCurrent={entry === place} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
})

function Entry({ link, isCurrent }: { link: MenuLink; isCurrent: boolean }) {
  const Icon = iconOf(link.id)
  const content = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.label} data-collapsible>
        {link.label}
      </span>
      {link.badge && (
        <Badge size="xs" data-collapsible>
          {link.badge}
        </Badge>
      )}
    </>
  )
  if ('href' in link) {
    return (
      <Tooltip label={link.label} position="right" classNames={{ tooltip: classes.tip }}>
        <a className={classes.link} href={link.href} target="_blank" rel="noreferrer">
          {content}
          <IconExternalLink size={14} aria-label="opens in a new tab" data-collapsible />
        </a>
      </Tooltip>
    )
  }
  if (!('to' in link)) return null
  return (
    <Tooltip label={link.label} position="right" classNames={{ tooltip: classes.tip }}>
      <Link className={classes.link} to={link.to} aria-current={isCurrent ? 'page' : undefined}>
        {content}
      </Link>
    </Tooltip>
  )
}

function Group({ group, isCurrent, pathname }: { group: MenuGroup; isCurrent: boolean; pathname: string }) {
  const current = isCurrent ? group.children.find((child) => isAt(pathname, child)) : undefined
  const listId = useId()
  const [isOpen, setOpen] = useState(isCurrent)
  const Icon = iconOf(group.id)
  return (
    <>
      <UnstyledButton
        className={classes.link}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
        <span className={classes.label} data-collapsible>
          {group.label}
        </span>
        <IconChevronDown
          size={14}
          aria-hidden
          className={classes.chevron}
          data-open={isOpen || undefined}
          data-collapsible
        />
      </UnstyledButton>
      <ul id={listId} className={classes.list} data-inner hidden={!isOpen}>
        {group.children.map((child) => (
          <li key={child.id}>
            <Entry link={child} isCurrent={child === current} />
          </li>
        ))}
      </ul>
    </>
  )
}
