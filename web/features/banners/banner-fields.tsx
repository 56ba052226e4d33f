import { Select, Stack, Switch, TextInput } from '@mantine/core'
import { wholePageAddress } from '#shared/campaigns/page-address.ts'
import { BANNER_NAME_MAX, CLICK_URL_MAX } from '#shared/model/banner.ts'
import { ImageField } from './image-field.tsx'
import { type BannerRow, isLine, isSize, sizeChoices, useProducts, type Values } from './values.ts'

type Props = {
  companyId: string
  row?: BannerRow | undefined
  values: Values
  faults: Readonly<Record<string, string>>
  onChange: (changes: Partial<Values>) => void
}

export function BannerFields({ companyId, row, values, faults, onChange }: Props) {
  const products = useProducts()
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="Yours alone, and read aloud to people who cannot see the image."
        required
        maxLength={BANNER_NAME_MAX}
        data-autofocus
        value={values.name}
        error={faults.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <ImageField
        companyId={companyId}
        present={row && { address: row.imageUrl, size: row.size }}
        upload={values.upload}
        size={values.size}
        name={values.name}
        error={faults.uploadId}
        onUpload={(upload, size) => onChange({ upload, size })}
      />
      <Select
        label="Size"
        description="Taken from the image."
        placeholder="Choose an image first"
        data={sizeChoices}
        allowDeselect={false}
        value={values.size}
        error={faults.size}
        onChange={(size) => isSize(size) && onChange({ size })}
      />
      <Select
        label="Product"
        data={products}
        allowDeselect={false}
        value={values.product}
        error={faults.product}
        onChange={(product) => isLine(product) && onChange({ product })}
      />
      <TextInput
        label="Click address"
        description="Where somebody lands who clicks the banner."
        placeholder="https://"
        type="url"
        required
        maxLength={CLICK_URL_MAX}
        value={values.clickUrl}
        error={faults.clickUrl}
        onChange={({ currentTarget }) => onChange({ clickUrl: currentTarget.value })}
        onBlur={() => {
          const address = wholePageAddress(values.clickUrl)
          if (address !== values.clickUrl) onChange({ clickUrl: address })
        }}
      />
      <Switch
        label="Active"
        description="A banner that is off leaves its place empty on the pages that show it."
        checked={values.status === 'active'}
        onChange={({ currentTarget }) => onChange({ status: currentTarget.checked ? 'active' : 'inactive' })}
      />
    </Stack>
  )
}
