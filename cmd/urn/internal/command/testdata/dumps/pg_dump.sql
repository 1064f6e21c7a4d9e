--
-- PostgreSQL database dump
--

\restrict HMZx4lVwavk5XNdiZG5txlxgR5fWc6rvM8nqKciF9lIRQj5pZyn04acwdaspsKU

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: f(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.f() RETURNS text
    LANGUAGE plpgsql
    AS $$BEGIN
  -- it's --	urn:x-Y:sEcReT243/b?=a&b it's
  RETURN 1;
END$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: t; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.t (
    n integer,
    v text DEFAULT '100%	urn:isbn:sEcReT963&amp;b~b \N'::text,
    "urn:ex:sEcReT" text,
    b bytea,
    CONSTRAINT t_v_check CHECK ((v <> ('100%	urn:isbn:sEcReT963&amp;b~b \N'::text || 'x'::text)))
);


--
-- Name: TABLE t; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.t IS '100%	urn:isbn:sEcReT963&amp;b~b \N';


--
-- Data for Name: t; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.t (n, v, "urn:ex:sEcReT", b) FROM stdin;
0	100%\turn:isbn:sEcReT963&amp;b~b \\N	100%\turn:isbn:sEcReT963&amp;b~b \\N	\\x313030250975726e3a6973626e3a73456352655439363326616d703b627e62205c4e
1	--\turn:x-Y:sEcReT243/b?=a&b it's	--\turn:x-Y:sEcReT243/b?=a&b it's	\\x2d2d0975726e3a782d593a7345635265543234332f623f3d6126622069742773
2	a b\r\nUrn:EX:sEcReT586--b'b?=a&b a b	a b\r\nUrn:EX:sEcReT586--b'b?=a&b a b	\\x6120620d0a55726e3a45583a7345635265543538362d2d6227623f3d61266220612062
3	it's\nURN:EX:sEcReT509,b it's	it's\nURN:EX:sEcReT509,b it's	\\x697427730a55524e3a45583a7345635265543530392c622069742773
4	5" disk\nurn:ex:sEcReT394%2fb@b?+r?=q 5" disk	5" disk\nurn:ex:sEcReT394%2fb@b?+r?=q 5" disk	\\x3522206469736b0a75726e3a65783a7345635265543339342532666240623f2b723f3d71203522206469736b
5	a,b\nUrn:ex:sEcReT575~b+b?=a&b a,b	a,b\nUrn:ex:sEcReT575~b+b?=a&b a,b	\\x612c620a55726e3a65783a7345635265543537357e622b623f3d61266220612c62
6	a;b\nURN:EX:sEcReT661/b,b?=a&b a;b	a;b\nURN:EX:sEcReT661/b,b?=a&b a;b	\\x613b620a55524e3a45583a7345635265543636312f622c623f3d61266220613b62
7	two\nlines Urn:x-Y:sEcReT307*b;b two\nlines	two\nlines Urn:x-Y:sEcReT307*b;b two\nlines	\\x74776f0a6c696e65732055726e3a782d593a7345635265543330372a623b622074776f0a6c696e6573
8	a\tb\tURN:EX:sEcReT933?+r?=q a\tb	a\tb\tURN:EX:sEcReT933?+r?=q a\tb	\\x6109620955524e3a45583a7345635265543933333f2b723f3d7120610962
9	<b>\r\nURN:EX:sEcReT960&b~b <b>	<b>\r\nURN:EX:sEcReT960&b~b <b>	\\x3c623e0d0a55524e3a45583a73456352655439363026627e62203c623e
10	&amp; URN:ex:sEcReT63@b+b &amp;	&amp; URN:ex:sEcReT63@b+b &amp;	\\x26616d703b2055524e3a65783a734563526554363340622b622026616d703b
11	\\n\tURN:x-Y:sEcReT816%2fb=b#f \\n	\\n\tURN:x-Y:sEcReT816%2fb=b#f \\n	\\x5c6e0955524e3a782d593a734563526554383136253266623d622366205c6e
12	''\turn:x-Y:sEcReT417'b%2fb?=a&b ''	''\turn:x-Y:sEcReT417'b%2fb?=a&b ''	\\x27270975726e3a782d593a7345635265543431372762253266623f3d612662202727
13	--\r\nUrn:ex:sEcReT641%2fb --	--\r\nUrn:ex:sEcReT641%2fb --	\\x2d2d0d0a55726e3a65783a73456352655436343125326662202d2d
14	$$\tUrn:isbn:sEcReT891,b%2fb#f $$	$$\tUrn:isbn:sEcReT891,b%2fb#f $$	\\x24240955726e3a6973626e3a7345635265543839312c62253266622366202424
15	/*\turn:isbn:sEcReT304--b--b /*	/*\turn:isbn:sEcReT304--b--b /*	\\x2f2a0975726e3a6973626e3a7345635265543330342d2d622d2d62202f2a
16	100% Urn:ex:sEcReT499+b,b 100%	100% Urn:ex:sEcReT499+b,b 100%	\\x313030252055726e3a65783a7345635265543439392b622c622031303025
17	a|b\tURN:x-Y:sEcReT906;b,b?+r?=q a|b	a|b\tURN:x-Y:sEcReT906;b,b?+r?=q a|b	\\x617c620955524e3a782d593a7345635265543930363b622c623f2b723f3d7120617c62
18	COPY x Urn:ex:sEcReT627+b COPY x	COPY x Urn:ex:sEcReT627+b COPY x	\\x434f505920782055726e3a65783a7345635265543632372b6220434f50592078
19	\\.\tUrn:isbn:sEcReT916;b;b \\.	\\.\tUrn:isbn:sEcReT916;b;b \\.	\\x5c2e0955726e3a6973626e3a7345635265543931363b623b62205c2e
20	a\n\\.\nb\nURN:isbn:sEcReT794&amp;b/b?+r?=q a\n\\.\nb	a\n\\.\nb\nURN:isbn:sEcReT794&amp;b/b?+r?=q a\n\\.\nb	\\x610a5c2e0a620a55524e3a6973626e3a73456352655437393426616d703b622f623f2b723f3d7120610a5c2e0a62
21	\\'\nUrn:x-Y:sEcReT735/b--b?=q%c3%a9 \\'	\\'\nUrn:x-Y:sEcReT735/b--b?=q%c3%a9 \\'	\\x5c270a55726e3a782d593a7345635265543733352f622d2d623f3d71256333256139205c27
22	E'x'\r\nURN:ex:sEcReT548*b#f E'x'	E'x'\r\nURN:ex:sEcReT548*b#f E'x'	\\x452778270d0a55524e3a65783a7345635265543534382a6223662045277827
23	$a$ $_$ URN:ex:sEcReT788*b--b $a$ $_$	$a$ $_$ URN:ex:sEcReT788*b--b $a$ $_$	\\x24612420245f242055524e3a65783a7345635265543738382a622d2d622024612420245f24
24	\\N\turn:x-Y:sEcReT933(b)=b?=a&b \\N	\\N\turn:x-Y:sEcReT933(b)=b?=a&b \\N	\\x5c4e0975726e3a782d593a7345635265543933332862293d623f3d612662205c4e
25	\r\n\nURN:ex:sEcReT769--b \r\n	\r\n\nURN:ex:sEcReT769--b \r\n	\\x0d0a0a55524e3a65783a7345635265543736392d2d62200d0a
26	\b\nURN:x-Y:sEcReT348%2fb \b	\b\nURN:x-Y:sEcReT348%2fb \b	\\x081a0a55524e3a782d593a7345635265543334382532666220081a
27	*/\r\nUrn:EX:sEcReT905/b */	*/\r\nUrn:EX:sEcReT905/b */	\\x2a2f0d0a55726e3a45583a7345635265543930352f62202a2f
28	/*!40000 x\tUrn:EX:sEcReT711;b?=q%c3%a9 /*!40000 x	/*!40000 x\tUrn:EX:sEcReT711;b?=q%c3%a9 /*!40000 x	\\x2f2a21343030303020780955726e3a45583a7345635265543731313b623f3d71256333256139202f2a2134303030302078
29	COPY t FROM stdin;\n\turn:EX:sEcReT975@b+b COPY t FROM stdin;\n	COPY t FROM stdin;\n\turn:EX:sEcReT975@b+b COPY t FROM stdin;\n	\\x434f505920742046524f4d20737464696e3b0a0975726e3a45583a73456352655439373540622b6220434f505920742046524f4d20737464696e3b0a
30	x\\\nUrn:ex:sEcReT247@b#f x\\	x\\\nUrn:ex:sEcReT247@b#f x\\	\\x785c0a55726e3a65783a7345635265543234374062236620785c
\.


--
-- PostgreSQL database dump complete
--

\unrestrict HMZx4lVwavk5XNdiZG5txlxgR5fWc6rvM8nqKciF9lIRQj5pZyn04acwdaspsKU

