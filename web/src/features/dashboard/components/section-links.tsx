import { IconExternalLink, IconPhoto } from '@tabler/icons-react'
import type { DashboardLink as Link, SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Carousel } from '../../../ui/media/carousel.tsx'
import { DashboardLink } from './dashboard-link.tsx'
import css from './dashboard-sections.module.css'
import { LinkIcon } from './link-icon.tsx'

interface Props {
  type: SectionType
  title: string
  links: readonly Link[]
}

/** The links of a section, displayed by the type of the section. */
export function SectionLinks({ type, title, links }: Props) {
  if (type === 'imageSlider') return <Slider title={title} links={links} />
  const LinkView = { textLink: TextLink, imageLink: ImageLink, iconLink: IconLink }[type]
  return (
    <ul className={css.links} data-type={type}>
      {links.map((link) => (
        <li key={link.id}>
          <LinkView link={link} />
        </li>
      ))}
    </ul>
  )
}

function TextLink({ link }: { link: Link }) {
  return (
    <DashboardLink link={link} className={css.text}>
      {link.linkText}
      {link.isExternal && <IconExternalLink size={18} stroke={2} aria-hidden="true" />}
    </DashboardLink>
  )
}

function IconLink({ link }: { link: Link }) {
  return (
    <DashboardLink link={link} className={css.icon}>
      <span className={css.face}>
        <LinkIcon name={link.iconName} />
      </span>
      {link.linkText}
    </DashboardLink>
  )
}

function ImageLink({ link }: { link: Link }) {
  return (
    <DashboardLink link={link} className={css.cover}>
      <Picture link={link} />
      {link.linkText}
    </DashboardLink>
  )
}

function Picture({ link }: { link: Link }) {
  const imageUrl = link.previewUrl ?? link.imageUrl
  return (
    <span className={css.picture}>
      {imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : <IconPhoto size={28} stroke={1.75} aria-hidden="true" />}
    </span>
  )
}

function Slider({ title, links }: Omit<Props, 'type'>) {
  const text = useText()
  const slides = links.map((link) => ({
    id: link.id,
    caption: link.linkText,
    content: (
      <DashboardLink link={link} className={css.slide}>
        {link.imageUrl ? <img src={link.imageUrl} alt={link.linkText} loading="lazy" /> : link.linkText}
      </DashboardLink>
    ),
  }))
  return (
    <div className={css.slider}>
      <Carousel
        slides={slides}
        label={title}
        previousLabel={text('dashboard.previous')}
        nextLabel={text('dashboard.next')}
        positionLabel={(index, count) => text('dashboard.slide', { index, count })}
      />
    </div>
  )
}
