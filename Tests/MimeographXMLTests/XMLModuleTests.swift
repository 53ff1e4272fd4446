import MimeographXML
import Testing

@Suite("The XML module")
struct XMLModuleTests {}
