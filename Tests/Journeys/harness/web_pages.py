"""The pages of the journeys' own web site, and what they tell the server about themselves.

What is inside a web page is on no accessibility bus. So each page reports: that it is shown, its
scroll offset, its width in its own pixels (which tells the zoom), what it was refused.
"""

import html

REPORT_SCRIPT = """
function report(event, values) {
  const record = {event, page: location.pathname + location.search, scroll: Math.round(scrollY),
    width: innerWidth, cookies: document.cookie, ...values};
  return fetch('/report', {method: 'POST', keepalive: true, body: JSON.stringify(record)});
}
addEventListener('pageshow', () => requestAnimationFrame(() => report('shown')));
addEventListener('scroll', () => report('scrolled'));
addEventListener('resize', () => report('resized'));
"""

LINK_STYLE = "position:fixed;inset:0;display:flex;align-items:center;justify-content:center"
"""A link as large as the view: a click anywhere follows it."""

FAR_LINES = 2000
FAR_PLACE = 3210
"""Where a click scrolls the page of many lines, at once: a wheel's movement takes its time."""

NEEDLE = "Kittiwake"
"""A word that stands once on the page that scrolls far, near its end."""


def page(title, body, script=""):
    """A whole page that reports."""
    return (
        f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>{html.escape(title)}</title>"
        f"<link rel=icon href=data:,><script>{REPORT_SCRIPT}</script>"
        f"<body>{body}<script>{script}</script>"
    )


def link(title, target, attributes=""):
    """A page that is one link; it says so when it is still there a while after a click."""
    script = "addEventListener('click', () => setTimeout(() => report('clicked'), 300));"
    body = f'<a style="{LINK_STYLE}" href="{html.escape(target)}" {attributes}>{title}</a>'
    return page(title, body, script)


def far(title):
    """A page of many lines, with a word near its end to look for; a click leads to `FAR_PLACE`."""
    script = f"addEventListener('click', () => scrollTo(0, {FAR_PLACE}));"
    lines = [f"Line {number} of a long shore" for number in range(FAR_LINES)]
    lines[-200] = NEEDLE
    return page(title, "".join(f"<p>{line}</p>" for line in lines), script)


def offering(links):
    """A page of columns, as wide as each other: links with these attributes.

    It also opens a window without being asked.
    """
    columns = "".join(
        f'<a style="flex:1;border:1px solid" {attributes}>{attributes}</a>' for attributes in links
    )
    body = f'<div style="position:fixed;inset:0;display:flex">{columns}</div>'
    script = "report('unasked', {opened: String(window.open('/two?unasked'))});"
    return page("Offers", body, script)


def going(targets):
    """A page that tries to go to each of the addresses in turn, and says when it is still here.

    Once by itself and once as a frame: both would end in the same place.
    """
    script = f"""
    const pause = () => new Promise(resolve => setTimeout(resolve, 100));
    async function goEverywhere() {{
      for (const target of {targets!r}) {{
        await report('going', {{target}});
        try {{ location.href = target; }} catch (error) {{}}
        await pause();
        const frame = document.createElement('iframe');
        frame.src = target;
        document.body.append(frame);
        await pause();
      }}
      report('stayed');
    }}
    addEventListener('pageshow', goEverywhere);"""
    return page("Goes elsewhere", "Here", script)


def nagging():
    """A page that has something to say, again and again, also when it is to be left."""
    script = """
    addEventListener('beforeunload', event => { event.preventDefault(); return 'Stay!'; });
    addEventListener('click', () => {
      report('nags');
      setTimeout(() => { for (;;) alert('Stay!'); }, 100);
    });"""
    return page("Nags", "Click", script)


def asking():
    """A page that asks for everything that needs a permission."""
    script = """
    const answers = {
      position: () => new Promise((resolve, reject) => {
        if (!navigator.geolocation) return reject({name: 'missing'});
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'), error => reject({name: 'code ' + error.code}));
      }),
      notifications: () => Notification.requestPermission(),
      camera: () => navigator.mediaDevices.getUserMedia({video: true}),
      microphone: () => navigator.mediaDevices.getUserMedia({audio: true}),
    };
    addEventListener('click', async () => {
      const values = {};
      for (const [name, ask] of Object.entries(answers)) {
        try {
          const answer = await ask();
          values[name] = typeof answer === 'string' ? answer : 'granted';
        } catch (error) {
          values[name] = 'refused: ' + (error.name ?? error);
        }
      }
      report('answered', {values});
    });"""
    return page("Asks for permissions", "Click", script)


def remembering(value):
    """A page that says what it remembers from before, and remembers this visit by a value."""
    script = f"const value = {value!r};" + """
    const visits = Number(localStorage.getItem('visits') ?? 0);
    localStorage.setItem('visits', visits + 1);
    report('remembers', {visits});
    localStorage.setItem('value', value);
    document.cookie = `seen=${value}; max-age=86400`;"""
    return page("Remembers", "", script)


def heavy(size):
    """A page whose place in the history carries a value of this many characters."""
    return page(
        "Heavy history", "",
        f"history.pushState('x'.repeat({size}), ''); report('pushed');",
    )
