import Foundation
import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Small pictures about which the readers once disagreed.
@Suite struct FoundPicturesTests {
    @Test(.needsCorpora) func allReadersAgree() throws {
        let folder = try Corpora.url("findings-image")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let pictures = names.filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
        #expect(pictures.count == 15)
        for name in pictures {
            let agreement = PictureAgreement(name.hasSuffix(".png") ? .png : .jpeg)
            let bytes = try Corpora.read("findings-image/\(name)")
            let found = agreement.disagreements(about: bytes) + agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(name): \(found)")
        }
    }
}
