import { Button, ColorInput, Group, Paper, Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { fonts } from '#shared/model/brand.ts'
import { useMe } from '../../api/session-store.ts'
import { onlyChanged } from '../../ui/only-changed.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ContrastHints } from './contrast-hints.tsx'
import { PictureField } from './picture-field.tsx'
import classes from './theme-form.module.css'
import {
  colourFields,
  contrastHints,
  hasColours,
  type PictureField as Picture,
  type Seen,
  type Theme,
  toBrand,
} from './theme-values.ts'
import { useSaveSetting } from './use-save-setting.ts'

const pictures = [
  {
    field: 'logo',
    label: 'Logo',
    description: 'For light sidebars. PNG, JPEG or WebP, at most 1 MB.',
    ground: 'light',
  },
  {
    field: 'logoDark',
    label: 'Logo for dark grounds',
    description: 'For dark sidebars and the dark theme.',
    ground: 'dark',
  },
  {
    field: 'favicon',
    label: 'Icon',
    description: 'In the tab of the browser. Square, at least 64 pixels.',
    ground: 'light',
  },
] as const satisfies readonly { field: Picture; label: string; description: string; ground: 'light' | 'dark' }[]

type Props = { saved: Theme; mayChange: boolean }

/** Colours, font and pictures of a tenant beside a small page that wears them already. */
export function ThemeForm({ saved, mayChange }: Props) {
  const me = useMe()
  const { values: theme, setValues: setTheme, began, isDirty, sending: leaves } = useKept(saved)
  const [seen, setSeen] = useState<Seen>({})
  const { save, sending, errors, setErrors, mend } = useSaveSetting()
  useLeaveGuard(isDirty)
  // A colour that is half typed keeps the last whole look in the preview.
  const [whole, setWhole] = useState(theme)
  if (whole !== theme && hasColours(theme)) setWhole(theme)
  const brand = useMemo(() => toBrand(whole, me.companyName, seen), [whole, seen, me.companyName])

  const change = (values: Partial<Theme>) => {
    // Of what is there when a picture has come, not of what was when its upload began.
    setTheme((before) => ({ ...before, ...values }))
    for (const name of Object.keys(values)) mend(name)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const kept = leaves()
    if (!(await save({ settingName: 'agencytheme', value: onlyChanged(began, theme) }))) return
    kept()
  }
  const menu = [me.localName, me.locatorName, me.enhanceName].filter(Boolean)

  return (
    <div className={classes.layout}>
      <Paper component="form" p="lg" noValidate onSubmit={submit} className={classes.form}>
        <fieldset disabled={!mayChange} className={classes.fields}>
          <Stack gap="lg">
            <Title order={2}>Colours</Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              {colourFields.map(({ field, label, description }) => (
                <ColorInput
                  key={field}
                  label={label}
                  description={description}
                  value={theme[field]}
                  onChange={(colour) => change({ [field]: colour })}
                  error={errors[field]}
                  format="hex"
                  eyeDropperButtonProps={{ 'aria-label': `Pick the colour of ${label.toLowerCase()} from the screen` }}
                />
              ))}
            </SimpleGrid>
            <ContrastHints hints={contrastHints(brand)} />
            <Title order={2}>Name and font</Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <TextInput
                label="Short name"
                description="Where there is little room"
                value={theme.shortName}
                onChange={({ currentTarget }) => change({ shortName: currentTarget.value })}
                error={errors.shortName}
                maxLength={24}
              />
              <Select
                label="Font"
                description="Served from your own address"
                data={[...fonts]}
                value={theme.font}
                onChange={(font) => change({ font: fonts.find((each) => each === font) ?? theme.font })}
                error={errors.font}
                allowDeselect={false}
              />
            </SimpleGrid>
            <Title order={2}>Pictures</Title>
            {pictures.map(({ field, ...words }) => (
              <PictureField
                key={field}
                field={field}
                {...words}
                shown={brand[field === 'logoDark' ? 'logoDark' : field]}
                error={errors[field]}
                onChange={(value, shownAt) => {
                  if (value && shownAt) setSeen((before) => ({ ...before, [value]: shownAt }))
                  change({ [field]: value })
                }}
              />
            ))}
            {me.isRootCompany && (
              <>
                <Title order={2}>Help</Title>
                <TextInput
                  label="Support address"
                  description="Agencies find it as Support in their menu. Without an address the link is hidden."
                  placeholder="https://"
                  inputMode="url"
                  value={theme.supportUrl}
                  onChange={({ currentTarget }) => change({ supportUrl: currentTarget.value })}
                  error={errors.supportUrl}
                />
              </>
            )}
            {mayChange && (
              <Group justify="flex-end" gap="xs">
                {isDirty && (
                  <Button
                    variant="subtle"
                    color="gray"
                    onClick={() => {
                      setErrors({})
                      setTheme(began)
                    }}
                  >
                    Discard changes
                  </Button>
                )}
                <Button type="submit" loading={sending}>
                  Save branding
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </Paper>
      <aside className={classes.preview} aria-label="Preview">
        <BrandPreview brand={brand} menu={menu} />
      </aside>
    </div>
  )
}
