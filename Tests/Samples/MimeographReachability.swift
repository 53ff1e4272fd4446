import MimeographSession

private var configuration: SessionConfiguration {
    get { SessionConfiguration() }
    set {}
}
