import type { Icon } from '@tabler/icons-react'
import IconAd2 from '@tabler/icons-react/dist/esm/icons/IconAd2.mjs'
import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import IconBuildingSkyscraper from '@tabler/icons-react/dist/esm/icons/IconBuildingSkyscraper.mjs'
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconCirclePlus from '@tabler/icons-react/dist/esm/icons/IconCirclePlus.mjs'
import IconDatabaseSearch from '@tabler/icons-react/dist/esm/icons/IconDatabaseSearch.mjs'
import IconFileOff from '@tabler/icons-react/dist/esm/icons/IconFileOff.mjs'
import IconFileSearch from '@tabler/icons-react/dist/esm/icons/IconFileSearch.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconPhotoPlus from '@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import IconTargetArrow from '@tabler/icons-react/dist/esm/icons/IconTargetArrow.mjs'
import IconUserDollar from '@tabler/icons-react/dist/esm/icons/IconUserDollar.mjs'
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWorldWww from '@tabler/icons-react/dist/esm/icons/IconWorldWww.mjs'
import IconZoomQuestion from '@tabler/icons-react/dist/esm/icons/IconZoomQuestion.mjs'

const icons: Record<string, Icon> = {
  lineDashboard: IconLayoutDashboard,
  local: IconWorldWww,
  locator: IconSearch,
  enhance: IconDatabaseSearch,
  b2b: IconBuildingStore,
  adsDesign: IconAd2,
  bannerCreate: IconPhotoPlus,
  bannerList: IconPhoto,
  campaign: IconSpeakerphone,
  campaignSetup: IconCirclePlus,
  audience: IconTargetArrow,
  keywordCounts: IconZoomQuestion,
  client: IconAddressBook,
  dataEnrichment: IconFileSearch,
  clientManagement: IconUsers,
  agencyList: IconBuildingSkyscraper,
  administratorList: IconUserShield,
  salesAccountList: IconUserDollar,
  generalSetting: IconAdjustmentsHorizontal,
  optOutList: IconFileOff,
  reportAnalytics: IconChartBar,
  support: IconLifebuoy,
}

/** The mark of a menu entry; with the sidebar folded it is all that is seen of it. */
export const iconOf = (id: string): Icon => icons[id] ?? IconCircle
