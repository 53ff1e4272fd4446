import Mimeograph
import MimeographSession
import MimeographSignatures

let key = try SignatureKey(secret: [1, 2, 3])
var request = RequestMessage(method: .post, url: "https://service.test/a?b")
try MessageSigner(key: key, keyID: "k", components: [.method, .targetURI]).sign(&request)
let verifier = MessageVerifier(components: [.targetURI]) { _ in key }
let parameters = try verifier.verify(.request(request))
request.method = .put
print("signatures: \(parameters.keyID ?? ""), \((try? verifier.verify(.request(request))) == nil)")
