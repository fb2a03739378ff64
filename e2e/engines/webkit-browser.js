#!/usr/bin/env gjs
/**
 * A window around WebKitGTK that WebDriver may drive, in GNOME's JavaScript. The one argument is the folder of its profile: what
 * pages store outlives it.
 */
imports.gi.versions.Gtk = '3.0'
imports.gi.versions.WebKit2 = '4.1'
const { Gtk, WebKit2 } = imports.gi
const [profile] = ARGV

Gtk.init(null)
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
})
context.set_automation_allowed(true)
context.set_preferred_languages(['en-GB'])
context.connect('automation-started', (_, session) => {
  const application = new WebKit2.ApplicationInfo()
  application.set_name('webkit-browser')
  session.set_application_info(application)
  session.connect('create-web-view', () => {
    const view = new WebKit2.WebView({ web_context: context, is_controlled_by_automation: true })
    const window = new Gtk.Window({ default_width: 800, default_height: 1000 })
    window.add(view)
    window.show_all()
    view.connect('close', () => window.destroy())
    return view
  })
})
Gtk.main()
