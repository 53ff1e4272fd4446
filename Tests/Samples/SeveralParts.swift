import Mimeograph
import MimeographJSON
import MimeographXML

private let requestHead = RequestHead(method: .post, target: "/")
private struct Options: Codable, Sendable {}
private var received: Int {
    get { 0 }
    set {}
}
