import FuzzerSupport
import MimeographXML

/// The document on which expressions are evaluated.
let document = {
    let text = """
        <!DOCTYPE a [<!ATTLIST b id ID #IMPLIED>]><a xmlns:p="urn:p" xml:lang="en"><b id="i" n="1">x<c/>y</b>\
        <b id="j" n="2.5">12</b><p:b p:n="3">é &lt;</p:b><!--c--><?t u?><d><d><b n=" 4 "/></d></d></a>
        """
    do { return try XML.Document(parsing: text.utf8) } catch { disagree("the document cannot be read: \(error)") }
}()
