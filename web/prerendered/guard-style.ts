/**
 * The styles of the plain page and of the panel. What is below the page cannot be reached by the keyboard. A dialog of the
 * application, which makes the page inert, is above it: an alarm, or the countdown of an SOS.
 */
export const STYLE = `
#guard{position:fixed;z-index:2147483647;left:0;right:0;bottom:0;box-sizing:border-box;padding:1rem;
max-height:100%;overflow:auto;background:#f3f6f6;color:#10181c;font:1rem/1.5 system-ui,sans-serif;border-top:3px solid #c5221f}
#guard.page{top:0;border:0}
#guard.page~*{visibility:hidden!important}
#guard.page~* dialog[open]{visibility:visible!important}
#guard [hidden]{display:none!important}
#guard>div{max-width:32rem;margin:0 auto}
#guard h1{font-size:1.5rem;margin:0 0 .5rem}
#guard p{margin:0 0 .75rem;overflow-wrap:anywhere}
#guard p:empty{margin:0}
#guard [role=status]{font-weight:700}
#guard label{display:block;margin:0 0 .75rem}
#guard textarea,#guard input{display:block;box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem;font:inherit;
border:1px solid #5a6a70;border-radius:8px;background:#fff;color:#10181c}
#guard button,#guard a{display:inline-block;box-sizing:border-box;min-height:2.75rem;margin:0 .5rem .5rem 0;padding:.6rem 1rem;
font:inherit;font-weight:700;border:2px solid #10181c;border-radius:8px;background:#fff;color:#10181c;text-decoration:none}
#guard button.sos{display:block;width:100%;min-height:4rem;border-color:#c5221f;background:#c5221f;color:#fff;font-size:1.25rem}
#guard small{display:block;font-size:.875rem;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){#guard{background:#10181c;color:#f3f6f6}}`

/**
 * Lets the page be painted although styles have not arrived: the browser waits for a style of the page itself, but not for
 * one that a script adds for another medium.
 */
export function unblockStyles(): void {
  const links = document.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')
  for (let index = 0; index < links.length; index++) {
    const link = links[index]
    if (!link || !link.parentNode || link.sheet || link.media === 'print') continue
    const added = link.cloneNode() as HTMLLinkElement // `as`: a copy of a link
    added.media = 'print'
    added.onload = () => {
      added.media = 'all'
    }
    link.parentNode.insertBefore(added, link)
    link.parentNode.removeChild(link)
  }
}
