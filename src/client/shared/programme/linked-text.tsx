import { splitAtLinks } from '@/domain/text/text-links'
import { textLink } from 'styled-system/recipes'

/** A submitter's text, with its web addresses as links that we do not vouch for. */
export function LinkedText({ text }: { text: string }) {
  return splitAtLinks(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stand still
      <a key={index} href={href} rel="nofollow ugc noopener" className={textLink()}>
        {part}
      </a>
    ),
  )
}
