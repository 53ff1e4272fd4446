import CodingTestSupport
import Mimeograph
import MimeographCompression

extension Samples {
    static let codings: [any StreamingContentCoding] = [
        GzipCoding(), GzipCoding(level: .stored), GzipCoding(level: .fastest), GzipCoding(level: .smallest),
        DeflateCoding(), DeflateCoding(acceptsRawData: true),
    ]
}
