import Mimeograph
import MimeographStructuredFields

let request = RequestHead(fields: ["Priority": "u=1, i"])
let priority = try StructuredDictionary(parsing: request.fields.values(of: "Priority"))
let answer: StructuredList = [.token("cache"), ["a", 2.5]]
print("structured fields: \(priority["u"]?.integer ?? 3), \(try answer.serialized() ?? "")")
