--
-- PostgreSQL database dump
--

\restrict zVzRj693y0FlnTSaHK7hgEBNdgm9AnD0GDZm7AHHAcfDv1qh4v4Bh8RFXaKWWKo

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
    AS $_X$BEGIN
  -- it's &amp; URN:ex:sEcReT837&b $a$ $_$
  RETURN 1;
END$_X$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: t; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.t (
    n integer,
    v text DEFAULT '/*!40000 x
Urn:ex:sEcReT135@b?=a&b '::text,
    "urn:ex:sEcReT" text,
    b bytea,
    CONSTRAINT t_v_check CHECK ((v <> ('/*!40000 x
Urn:ex:sEcReT135@b?=a&b '::text || 'x'::text)))
);


--
-- Name: TABLE t; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.t IS '/*!40000 x
Urn:ex:sEcReT135@b?=a&b ';


--
-- Data for Name: t; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.t VALUES
	(0, '/*!40000 x
Urn:ex:sEcReT135@b?=a&b ', '/*!40000 x
Urn:ex:sEcReT135@b?=a&b ', '\x2f2a21343030303020780a55726e3a65783a73456352655431333540623f3d61266220'),
	(1, '&amp; URN:ex:sEcReT837&b $a$ $_$', '&amp; URN:ex:sEcReT837&b $a$ $_$', '\x26616d703b2055524e3a65783a73456352655438333726622024612420245f24'),
	(2, 'a b
Urn:ex:sEcReT507@b%2fb#f a b', 'a b
Urn:ex:sEcReT507@b%2fb#f a b', '\x6120620d0a55726e3a65783a734563526554353037406225326662236620612062');
INSERT INTO public.t VALUES
	(3, 'it''s
URN:ex:sEcReT151+b?=a&b it''s', 'it''s
URN:ex:sEcReT151+b?=a&b it''s', '\x697427730d0a55524e3a65783a7345635265543135312b623f3d6126622069742773'),
	(4, '5" disk
Urn:ex:sEcReT900,b#f 5" disk', '5" disk
Urn:ex:sEcReT900,b#f 5" disk', '\x3522206469736b0d0a55726e3a65783a7345635265543930302c622366203522206469736b'),
	(5, 'a,b	URN:x-Y:sEcReT748+b&amp;b a,b', 'a,b	URN:x-Y:sEcReT748+b&amp;b a,b', '\x612c620955524e3a782d593a7345635265543734382b6226616d703b6220612c62');
INSERT INTO public.t VALUES
	(6, 'a;b
Urn:isbn:sEcReT647+b,b?=a&b a;b', 'a;b
Urn:isbn:sEcReT647+b,b?=a&b a;b', '\x613b620d0a55726e3a6973626e3a7345635265543634372b622c623f3d61266220613b62'),
	(7, 'two
lines
Urn:x-Y:sEcReT402(b)+b?+r?=q two
lines', 'two
lines
Urn:x-Y:sEcReT402(b)+b?+r?=q two
lines', '\x74776f0a6c696e65730a55726e3a782d593a7345635265543430322862292b623f2b723f3d712074776f0a6c696e6573'),
	(8, 'a	b
Urn:x-Y:sEcReT199%2fb~b a	b', 'a	b
Urn:x-Y:sEcReT199%2fb~b a	b', '\x6109620a55726e3a782d593a734563526554313939253266627e6220610962');
INSERT INTO public.t VALUES
	(9, '<b>
URN:isbn:sEcReT977;b?=q%c3%a9 <b>', '<b>
URN:isbn:sEcReT977;b?=q%c3%a9 <b>', '\x3c623e0a55524e3a6973626e3a7345635265543937373b623f3d71256333256139203c623e'),
	(10, '&amp;	Urn:ex:sEcReT913;b&b?=a&b &amp;', '&amp;	Urn:ex:sEcReT913;b&b?=a&b &amp;', '\x26616d703b0955726e3a65783a7345635265543931333b6226623f3d6126622026616d703b'),
	(11, '\n
Urn:isbn:sEcReT686(b)''b?=q%c3%a9 \n', '\n
Urn:isbn:sEcReT686(b)''b?=q%c3%a9 \n', '\x5c6e0a55726e3a6973626e3a73456352655436383628622927623f3d71256333256139205c6e');
INSERT INTO public.t VALUES
	(12, '''''
Urn:EX:sEcReT889''b~b?=a&b ''''', '''''
Urn:EX:sEcReT889''b~b?=a&b ''''', '\x27270a55726e3a45583a73456352655438383927627e623f3d612662202727'),
	(13, '--	URN:EX:sEcReT386@b&b --', '--	URN:EX:sEcReT386@b&b --', '\x2d2d0955524e3a45583a73456352655433383640622662202d2d'),
	(14, '$$	URN:ex:sEcReT339&b~b#f $$', '$$	URN:ex:sEcReT339&b~b#f $$', '\x24240955524e3a65783a73456352655433333926627e622366202424');
INSERT INTO public.t VALUES
	(15, '/*	Urn:isbn:sEcReT310&amp;b*b /*', '/*	Urn:isbn:sEcReT310&amp;b*b /*', '\x2f2a0955726e3a6973626e3a73456352655433313026616d703b622a62202f2a'),
	(16, '100%	Urn:x-Y:sEcReT656=b(b)#f 100%', '100%	Urn:x-Y:sEcReT656=b(b)#f 100%', '\x313030250955726e3a782d593a7345635265543635363d6228622923662031303025'),
	(17, 'a|b URN:ex:sEcReT239/b@b a|b', 'a|b URN:ex:sEcReT239/b@b a|b', '\x617c622055524e3a65783a7345635265543233392f62406220617c62');
INSERT INTO public.t VALUES
	(18, 'COPY x
URN:ex:sEcReT775,b;b?+r?=q COPY x', 'COPY x
URN:ex:sEcReT775,b;b?+r?=q COPY x', '\x434f505920780d0a55524e3a65783a7345635265543737352c623b623f2b723f3d7120434f50592078'),
	(19, '\. URN:isbn:sEcReT300~b?=q%c3%a9 \.', '\. URN:isbn:sEcReT300~b?=q%c3%a9 \.', '\x5c2e2055524e3a6973626e3a7345635265543330307e623f3d71256333256139205c2e'),
	(20, 'a
\.
b
urn:isbn:sEcReT944%2fb*b?+r?=q a
\.
b', 'a
\.
b
urn:isbn:sEcReT944%2fb*b?+r?=q a
\.
b', '\x610a5c2e0a620a75726e3a6973626e3a734563526554393434253266622a623f2b723f3d7120610a5c2e0a62');
INSERT INTO public.t VALUES
	(21, '\''
Urn:isbn:sEcReT105;b&b \''', '\''
Urn:isbn:sEcReT105;b&b \''', '\x5c270d0a55726e3a6973626e3a7345635265543130353b622662205c27'),
	(22, 'E''x''	urn:EX:sEcReT415+b~b E''x''', 'E''x''	urn:EX:sEcReT415+b~b E''x''', '\x452778270975726e3a45583a7345635265543431352b627e622045277827'),
	(23, '$a$ $_$	urn:ex:sEcReT433''b?=a&b $a$ $_$', '$a$ $_$	urn:ex:sEcReT433''b?=a&b $a$ $_$', '\x24612420245f240975726e3a65783a73456352655434333327623f3d6126622024612420245f24');
INSERT INTO public.t VALUES
	(24, '\N	URN:x-Y:sEcReT467~b?=q%c3%a9 \N', '\N	URN:x-Y:sEcReT467~b?=q%c3%a9 \N', '\x5c4e0955524e3a782d593a7345635265543436377e623f3d71256333256139205c4e'),
	(25, '

urn:x-Y:sEcReT323/b&b#f 
', '

urn:x-Y:sEcReT323/b&b#f 
', '\x0d0a0a75726e3a782d593a7345635265543332332f6226622366200d0a'),
	(26, '	URN:isbn:sEcReT752;b ', '	URN:isbn:sEcReT752;b ', '\x081a0955524e3a6973626e3a7345635265543735323b6220081a');
INSERT INTO public.t VALUES
	(27, '*/ urn:x-Y:sEcReT162,b/b */', '*/ urn:x-Y:sEcReT162,b/b */', '\x2a2f2075726e3a782d593a7345635265543136322c622f62202a2f'),
	(28, '/*!40000 x Urn:x-Y:sEcReT998;b~b?+r?=q /*!40000 x', '/*!40000 x Urn:x-Y:sEcReT998;b~b?+r?=q /*!40000 x', '\x2f2a21343030303020782055726e3a782d593a7345635265543939383b627e623f2b723f3d71202f2a2134303030302078'),
	(29, 'COPY t FROM stdin;

URN:EX:sEcReT11~b''b COPY t FROM stdin;
', 'COPY t FROM stdin;

URN:EX:sEcReT11~b''b COPY t FROM stdin;
', '\x434f505920742046524f4d20737464696e3b0a0d0a55524e3a45583a73456352655431317e62276220434f505920742046524f4d20737464696e3b0a');
INSERT INTO public.t VALUES
	(30, 'x\	Urn:isbn:sEcReT984,b(b)?=q%c3%a9 x\', 'x\	Urn:isbn:sEcReT984,b(b)?=q%c3%a9 x\', '\x785c0955726e3a6973626e3a7345635265543938342c622862293f3d7125633325613920785c');


--
-- PostgreSQL database dump complete
--

\unrestrict zVzRj693y0FlnTSaHK7hgEBNdgm9AnD0GDZm7AHHAcfDv1qh4v4Bh8RFXaKWWKo

