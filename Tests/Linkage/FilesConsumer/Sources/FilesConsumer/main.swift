import Mimeograph
import MimeographFiles
import MimeographForm

var form = MultipartFormData(boundary: try MultipartBoundary("B"))
form.append("Ada", name: "author")
var message = RequestMessage(method: .post)
try MultipartRequestSerializer().write(form, into: &message)
// One file always exists, and the other one never does.
_ = try FileBodySource("/proc/self/exe")
let isMissing: Bool
do throws(SerializationError) {
    _ = try FileBodySource("/no such file")
    isMissing = false
} catch {
    isMissing = true
}
print("files: \(message.body.knownLength ?? 0), \(isMissing)")
